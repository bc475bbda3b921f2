import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PasswordRule, passwordRules, rulesKept } from 'contract/values/password.ts'
import { Check, Circle } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './PasswordRules.module.css'

/** The five rules, ticked while the password is typed. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useLingui()
  const kept = rulesKept(password)
  const count = kept.length
  const all = passwordRules.length
  const labels: Record<PasswordRule, string> = {
    length: t`8 caractères au minimum`,
    upper: t`Une lettre majuscule`,
    lower: t`Une lettre minuscule`,
    digit: t`Un chiffre`,
    special: t`Un caractère spécial, comme ! ? # @`,
  }
  return (
    <div>
      <ul className={styles.rules}>
        {passwordRules.map((rule) => {
          const isKept = kept.includes(rule)
          return (
            <li key={rule} className={isKept ? styles.kept : undefined}>
              <Icon shape={isKept ? Check : Circle} size="sm" />
              <span>
                {labels[rule]}
                {isKept && (
                  <span className="sr">
                    {' '}
                    <Trans>(respecté)</Trans>
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="sr" role="status">
        {password !== '' && t`${plural(count, { one: '# règle respectée', other: '# règles respectées' })} sur ${all}`}
      </p>
    </div>
  )
}
