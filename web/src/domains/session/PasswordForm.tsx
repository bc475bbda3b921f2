import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword, setPassword } from 'contract/access/passwords.ts'
import { problems } from 'contract/problems.ts'
import { isPersonalPassword } from 'contract/values/password.ts'
import { type ReactNode, useState } from 'react'
import { translate } from '../../lib/language.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import styles from './PasswordForm.module.css'
import { PasswordRules } from './PasswordRules.tsx'

export type PasswordInput = { current: string; password: string }

type Props = {
  id?: string
  /** Whether the current password is asked for: a link from an e-mail stands in its place. */
  asksCurrent: boolean
  /** What a password must not hold, as far as this page knows it. */
  owner?: readonly (string | null)[]
  refusal: Error | null
  onSend: (input: PasswordInput) => void
  actions: ReactNode
}

/** A new password, typed twice. */
export function PasswordForm({ id, asksCurrent, owner = [], refusal, onSend, actions }: Props) {
  const { t } = useLingui()
  const [rejections, setRejections] = useState(0)
  const form = useForm({
    schema: asksCurrent ? changePassword.body : setPassword.body,
    initial: { current: '', password: '', confirmation: '' },
    toInput: ({ current, password }) => ({ ...(asksCurrent && { current }), password }),
    rules: ({ current, password, confirmation }) => ({
      ...(asksCurrent && current === '' && { current: translate(problems.password_missing) }),
      ...(isPersonalPassword(password, owner) && { password: translate(problems.password_personal) }),
      ...(confirmation === '' && { confirmation: translate(problems.password_missing) }),
      ...(confirmation !== '' && confirmation !== password && { confirmation: t`Les mots de passe ne correspondent pas` }),
    }),
    refusal,
  })
  const fields = [...(asksCurrent ? ['current'] : []), 'password', 'confirmation']
  const submit = () => (form.check(fields) ? onSend(form.draft) : setRejections(rejections + 1))
  return (
    <FormFrame
      {...(id && { id })}
      onSubmit={submit}
      rejections={rejections}
      hasProblems={fields.some((field) => form.problemAt(field))}
      refusal={refusal}
      actions={actions}
    >
      {asksCurrent && <PasswordField {...form.field('current')} label={t`Mot de passe actuel`} autoComplete="current-password" />}
      <div className={styles.made}>
        <PasswordField {...form.field('password')} label={t`Nouveau mot de passe`} autoComplete="new-password" />
        <PasswordRules password={form.draft.password} />
      </div>
      <PasswordField {...form.field('confirmation')} label={t`Confirmer le mot de passe`} autoComplete="new-password" />
      <p className="small muted">
        <Trans>Évitez les mots courants, votre nom et votre identifiant.</Trans>
      </p>
    </FormFrame>
  )
}
