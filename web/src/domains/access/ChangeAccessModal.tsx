import { Trans, useLingui } from '@lingui/react/macro'
import { type Person, AccessInput } from 'contract/access/access.ts'
import type { Grant } from 'contract/roles.ts'
import { useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { ofName } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useChangeAccess } from './access-queries.ts'
import { nameOf } from './access-labels.ts'
import { AccountsField } from './AccountsField.tsx'
import { GrantFields } from './GrantFields.tsx'

const FIELDS = ['rights', 'capabilities', 'accounts'] as const
type Draft = { grant: Grant; accounts: AccessInput['accounts'] }

/** What a person may do from now on, on one account or on many. */
export function ChangeAccessModal({ person, grant, onClose }: { person: Person; grant: Grant; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const account = useAccount()
  const change = useChangeAccess()
  const [rejections, setRejections] = useState(0)
  const initial: Draft = { grant, accounts: [account.uuid] }
  const form = useForm({
    schema: AccessInput,
    initial,
    toInput: (draft) => ({ accounts: draft.accounts, ...draft.grant }),
    refusal: change.error,
  })
  const isEmpty = form.draft.grant.rights.length + form.draft.grant.capabilities.length === 0
  const submit = () => {
    const body = form.check(FIELDS) ? form.read() : null
    if (!body) return setRejections(rejections + 1)
    change.mutate(
      { params: { id: person.id }, body },
      {
        onSuccess: ({ answer }) => {
          onClose()
          announce(answer.state === 'done' ? t`Les droits ont été modifiés.` : t`Un autre administrateur doit accepter ces droits.`)
        },
      },
    )
  }
  return (
    <Modal
      title={t`Droits ${ofName(nameOf(person))}`}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={change.isPending}>
            <Trans>Enregistrer</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id={formId}
        onSubmit={submit}
        rejections={rejections}
        hasProblems={FIELDS.some((field) => form.problemAt(field))}
        refusal={change.error}
        actions={null}
      >
        <AccountsField
          value={form.draft.accounts}
          onChange={(accounts) => form.set('accounts', accounts)}
          error={form.problemAt('accounts')}
        />
        <GrantFields
          grant={form.draft.grant}
          onChange={(next) => form.set('grant', next, 'rights')}
          errors={{ rights: form.problemAt('rights'), capabilities: form.problemAt('capabilities') }}
        />
        {isEmpty && <InlineAlert tone="warning" title={t`Sans rubrique ni habilitation, la personne perd l’accès à ces comptes.`} />}
        <p className="small muted">
          <Trans>
            Ce que vous retirez compte tout de suite. Ce que vous ajoutez attend l’accord d’un autre administrateur, s’il y en a un.
          </Trans>
        </p>
      </FormFrame>
    </Modal>
  )
}
