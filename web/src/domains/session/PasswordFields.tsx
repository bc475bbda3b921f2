import { Trans, useLingui } from '@lingui/react/macro'
import { HiddenUsername } from '../../ui/fields/HiddenUsername.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import styles from './PasswordFields.module.css'
import { PasswordRules } from './PasswordRules.tsx'
import type { PasswordForm } from './use-password-form.ts'

type Props = {
  form: PasswordForm
  /** Whose password it is; null where a link says it to the bank alone. */
  login: string | null
}

/** A new password, typed twice. */
export function PasswordFields({ form, login }: Props) {
  const { t } = useLingui()
  return (
    <>
      {login !== null && <HiddenUsername login={login} />}
      {form.requiresCurrent && (
        <PasswordField {...form.field('current')} label={t`Mot de passe actuel`} autoComplete="current-password" />
      )}
      <div className={styles.made}>
        <PasswordField {...form.field('password')} label={t`Nouveau mot de passe`} autoComplete="new-password" />
        <PasswordRules password={form.draft.password} />
      </div>
      <PasswordField {...form.field('confirmation')} label={t`Confirmer le mot de passe`} autoComplete="new-password" />
      <p className="small muted">
        <Trans>Évitez les mots courants, votre nom et votre identifiant.</Trans>
      </p>
    </>
  )
}
