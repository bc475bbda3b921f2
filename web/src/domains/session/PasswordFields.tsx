import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import styles from './PasswordFields.module.css'
import { PasswordRules } from './PasswordRules.tsx'
import type { PasswordForm } from './use-password-form.ts'

/** A new password, typed twice. */
export function PasswordFields({ form }: { form: PasswordForm }) {
  const { t } = useLingui()
  return (
    <>
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
