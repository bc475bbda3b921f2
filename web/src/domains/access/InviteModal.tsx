import { Trans, useLingui } from '@lingui/react/macro'
import { Invitation } from 'contract/access/access.ts'
import { type Grant, inOrder, roles } from 'contract/roles.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useInvitePerson } from './access-queries.ts'
import { AccountsField } from './AccountsField.tsx'
import { GrantFields } from './GrantFields.tsx'

type Draft = Pick<Invitation, 'first_name' | 'last_name' | 'email' | 'lang' | 'accounts'> & { grant: Grant }
const FIELDS = ['first_name', 'last_name', 'email', 'rights', 'capabilities', 'accounts'] as const

export function InviteModal({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const account = useAccount()
  const invite = useInvitePerson()
  const [rejections, setRejections] = useState(0)
  const initial: Draft = { first_name: '', last_name: '', email: '', lang: 'fr', accounts: [account.uuid], grant: inOrder(roles.viewer) }
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
    refusal: invite.error,
  })
  const submit = () => {
    const body = form.check(FIELDS) ? form.read() : null
    if (!body) return setRejections(rejections + 1)
    invite.mutate(
      { body },
      {
        onSuccess: ({ answer }) => {
          onInvited()
          announce(
            answer.state === 'done' ? t`L’invitation est partie.` : t`L’invitation partira quand un autre administrateur l’aura acceptée.`,
          )
        },
      },
    )
  }
  return (
    <Modal
      title={t`Inviter une personne`}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={invite.isPending}>
            <Trans>Inviter</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id={formId}
        onSubmit={submit}
        rejections={rejections}
        hasProblems={FIELDS.some((field) => form.problemAt(field))}
        refusal={invite.error}
        actions={null}
      >
        <TextField {...form.field('first_name')} label={t`Prénom`} autoComplete="off" maxLength={60} />
        <TextField {...form.field('last_name')} label={t({ context: 'person', message: 'Nom' })} autoComplete="off" maxLength={60} />
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
      </FormFrame>
    </Modal>
  )
}
