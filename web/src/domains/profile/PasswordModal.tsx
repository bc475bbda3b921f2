import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword } from 'contract/access/passwords.ts'
import { listSessions } from 'contract/access/profile.ts'
import { useId } from 'react'
import { announce } from '../../lib/banners.ts'
import { useCall } from '../../lib/api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { PasswordForm } from '../session/PasswordForm.tsx'
import type { DetailProps } from './detail.ts'

export function PasswordModal({ user, onBack, onDone }: DetailProps) {
  const { t } = useLingui()
  const formId = useId()
  const change = useCall(changePassword, { refreshes: [listSessions] })
  return (
    <Modal
      title={t`Modifier votre mot de passe`}
      onClose={onBack}
      foot={
        <>
          <Button onClick={onBack}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={change.isPending}>
            <Trans>Enregistrer</Trans>
          </Button>
        </>
      }
    >
      <PasswordForm
        id={formId}
        asksCurrent
        owner={[user.login, user.first_name, user.last_name, user.email]}
        refusal={change.error}
        onSend={({ current, password }) =>
          change.mutate(
            { body: { current, password } },
            {
              onSuccess: () => {
                onDone()
                announce(t`Votre mot de passe a bien été modifié.`)
              },
            },
          )
        }
        actions={
          <p className="small muted">
            <Trans>Vos sessions ouvertes sur d’autres appareils seront fermées.</Trans>
          </p>
        }
      />
    </Modal>
  )
}
