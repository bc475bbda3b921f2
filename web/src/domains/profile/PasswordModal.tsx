import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword } from 'contract/access/passwords.ts'
import { listSessions } from 'contract/access/profile.ts'
import { announce } from '../../lib/banners.ts'
import { useCall } from '../../lib/api/query.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { PasswordFields } from '../session/PasswordFields.tsx'
import { usePasswordForm } from '../session/use-password-form.ts'
import type { DetailProps } from './detail.ts'

export function PasswordModal({ user, onBack, onDone }: DetailProps) {
  const { t } = useLingui()
  const change = useCall(changePassword, { refreshes: [listSessions] })
  const form = usePasswordForm({
    requiresCurrent: true,
    owner: [user.login, user.first_name, user.last_name, user.email],
    call: change,
  })
  const submit = () =>
    form.submit(() => {
      const { current, password } = form.draft
      change.mutate(
        { body: { current, password } },
        {
          onSuccess: () => {
            onDone()
            announce(t`Votre mot de passe a bien été modifié.`)
          },
        },
      )
    })
  return (
    <FormModal
      title={t`Modifier votre mot de passe`}
      verb={t`Enregistrer`}
      form={form}
      onSubmit={submit}
      onClose={onBack}
    >
      <PasswordFields form={form} login={user.login} />
      <p className="small muted">
        <Trans>Vos sessions ouvertes sur d’autres appareils seront fermées.</Trans>
      </p>
    </FormModal>
  )
}
