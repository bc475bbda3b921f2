import { useLingui } from '@lingui/react/macro'
import { alertCatalogue, type AlertKind, type AlertRule } from 'contract/access/alerts.ts'
import { useAccount, useSession } from '../../lib/session/session.ts'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Checks } from '../../ui/fields/Checks.tsx'
import styles from './alerts.module.css'

export type DraftRule = Omit<AlertRule, 'threshold'> & { threshold: AmountDraft }

/** The form's field name of the threshold of a rule. */
export const thresholdOf = (kind: AlertKind) => `threshold-${kind}`

type Props = {
  rule: DraftRule
  name: string
  /** Whether the bank sends notifications to devices. */
  hasPush: boolean
  /** The error of the threshold. */
  error: string | null
  onChange: (rule: DraftRule) => void
}

/** The switch of one alert; while it is on, its threshold and additional channels. */
export function AlertRuleFields({ rule, name, hasPush, error, onChange }: Props) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const { user } = useSession()
  const { hasThreshold, letter } = alertCatalogue[rule.kind]
  const byMail = () => {
    if (!user?.email) return t`Aussi par e-mail, quand vous aurez indiqué une adresse`
    if (letter === 'author') return t`Aussi par e-mail, pour les ordres que vous avez donnés`
    return letter === 'daily' ? t`Aussi par e-mail, un rappel par jour` : t`Aussi par e-mail`
  }
  return (
    <div className={styles.rule}>
      <Checks
        legend={name}
        isLegendHidden
        options={[{ value: 'on', label: name }]}
        chosen={rule.is_on ? ['on'] : []}
        onChange={(_, isChosen) => onChange({ ...rule, is_on: isChosen })}
      />
      {rule.is_on && (
        <div className={styles.more}>
          {hasThreshold && (
            <MoneyField
              name={thresholdOf(rule.kind)}
              size="md"
              label={t`Montant`}
              currency={currency}
              value={rule.threshold}
              onChange={(threshold) => onChange({ ...rule, threshold })}
              error={error}
            />
          )}
          <Checks
            legend={name}
            isLegendHidden
            options={[
              { value: 'by_mail', label: byMail() },
              ...(hasPush ? [{ value: 'by_push' as const, label: t`Aussi sur mes appareils` }] : []),
            ]}
            chosen={(['by_mail', 'by_push'] as const).filter((channel) => rule[channel])}
            onChange={(channel, isChosen) => onChange({ ...rule, [channel]: isChosen })}
          />
        </div>
      )}
    </div>
  )
}
