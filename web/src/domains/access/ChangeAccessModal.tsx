import { Trans, useLingui } from '@lingui/react/macro'
import { type Person, AccessInput } from 'contract/access/access.ts'
import type { Grant } from 'contract/roles.ts'
import { announce } from '../../lib/banners.ts'
import { ofName } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useChangeAccess } from './access-queries.ts'
import { nameOf } from './access-labels.ts'
import { AccountsField } from './AccountsField.tsx'
import { GrantFields } from './GrantFields.tsx'

const FIELDS = ['rights', 'capabilities', 'accounts']
type Draft = { grant: Grant; accounts: AccessInput['accounts'] }

/** Changes a person's rights on one account or several. */
export function ChangeAccessModal({ person, grant, onClose }: { person: Person; grant: Grant; onClose: () => void }) {
  const { t } = useLingui()
  const account = useAccount()
  const change = useChangeAccess()
  const initial: Draft = { grant, accounts: [account.uuid] }
  const form = useForm({
    schema: AccessInput,
    initial,
    toInput: (draft) => ({ accounts: draft.accounts, ...draft.grant }),
    call: change,
    fields: FIELDS,
  })
  const isEmpty = form.draft.grant.rights.length + form.draft.grant.capabilities.length === 0
  const submit = () =>
    form.submit((body) =>
      change.mutate(
        { params: { id: person.id }, body },
        {
          onSuccess: ({ answer }) => {
            onClose()
            announce(
              answer.state === 'done'
                ? t`Les droits ont été modifiés.`
                : answer.state === 'waiting'
                  ? t`Un autre administrateur doit accepter ces droits.`
                  : t`Ces droits prendront effet après un délai de sécurité, indiqué dans les demandes.`,
            )
          },
        },
      ),
    )
  return (
    <FormModal
      title={t`Droits ${ofName(nameOf(person))}`}
      size="wide"
      verb={t`Enregistrer`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
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
      {isEmpty && (
        <InlineAlert tone="warning" title={t`Sans rubrique ni habilitation, la personne perd l’accès à ces comptes.`} />
      )}
      <p className="small muted">
        <Trans>
          Ce que vous retirez compte tout de suite. Ce que vous ajoutez attend l’accord d’un autre administrateur ; s’il
          n’y en a pas, les habilitations de paiement et d’administration prennent effet après un délai de sécurité.
        </Trans>
      </p>
    </FormModal>
  )
}
