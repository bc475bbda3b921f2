import { useLingui } from '@lingui/react/macro'
import { Invitation } from 'contract/access/access.ts'
import { type Grant, inOrder, roles } from 'contract/roles.ts'
import { tidyLine } from 'contract/values/text.ts'
import { announce } from '../../lib/banners.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useInvitePerson } from './access-queries.ts'
import { AccountsField } from './AccountsField.tsx'
import { GrantFields } from './GrantFields.tsx'

type Draft = Pick<Invitation, 'first_name' | 'last_name' | 'email' | 'lang' | 'accounts'> & { grant: Grant }
const FIELDS = ['first_name', 'last_name', 'email', 'rights', 'capabilities', 'accounts']

export function InviteModal({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { t } = useLingui()
  const account = useAccount()
  const invite = useInvitePerson()
  const initial: Draft = {
    first_name: '',
    last_name: '',
    email: '',
    lang: 'fr',
    accounts: [account.uuid],
    grant: inOrder(roles.viewer),
  }
  const form = useForm({
    schema: Invitation,
    initial,
    toInput: ({ grant, first_name, last_name, email, ...draft }) => ({
      ...draft,
      ...grant,
      first_name: tidyLine(first_name),
      last_name: tidyLine(last_name),
      email: email.trim(),
    }),
    call: invite,
    fields: FIELDS,
  })
  const submit = () =>
    form.submit((body) =>
      invite.mutate(
        { body },
        {
          onSuccess: ({ answer }) => {
            onInvited()
            announce(
              answer.state === 'done'
                ? t`L’invitation est partie.`
                : answer.state === 'waiting'
                  ? t`L’invitation partira quand un autre administrateur l’aura acceptée.`
                  : t`L’invitation partira après un délai de sécurité, indiqué dans les demandes.`,
            )
          },
        },
      ),
    )
  return (
    <FormModal
      title={t`Inviter une personne`}
      size="wide"
      verb={t`Inviter`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...form.field('first_name')} label={t`Prénom`} autoComplete="off" maxLength={60} />
      <TextField
        {...form.field('last_name')}
        label={t({ context: 'person', message: 'Nom' })}
        autoComplete="off"
        maxLength={60}
      />
      <TextField
        {...form.field('email')}
        label={t`Adresse e-mail`}
        help={t`Elle y reçoit un lien, valable 7 jours, pour créer son mot de passe.`}
        autoComplete="off"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        name="lang"
        label={t`Langue`}
        value={form.draft.lang}
        options={[
          { value: 'fr', label: 'Français' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(lang) => form.set('lang', lang)}
      />
      <AccountsField
        value={form.draft.accounts}
        onChange={(accounts) => form.set('accounts', accounts)}
        error={form.problemAt('accounts')}
      />
      <GrantFields
        grant={form.draft.grant}
        onChange={(grant) => form.set('grant', grant, 'rights')}
        errors={{ rights: form.problemAt('rights'), capabilities: form.problemAt('capabilities') }}
      />
    </FormModal>
  )
}
