import { Trans, useLingui } from '@lingui/react/macro'
import type { AlertPreferences } from 'contract/access/alerts.ts'
import { Checks } from '../../ui/fields/Checks.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './alerts.module.css'

type Timing = AlertPreferences['timing']

const NIGHT = { from: 21, to: 7 }
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

type Props = {
  timing: Timing
  /** Whether the bank sends notifications to devices. */
  hasPush: boolean
  error: string | null
  onChange: (timing: Timing) => void
}

/** The times at which e-mails and notifications may be sent. */
export function AlertTimingFields({ timing, hasPush, error, onChange }: Props) {
  const { t } = useLingui()
  const { quiet } = timing
  return (
    <>
      <h3 className={styles.group}>
        <Trans>Quand vous écrire</Trans>
      </h3>
      <SelectField
        name="is_daily"
        label={t`E-mails d’alerte, pour tous vos comptes`}
        value={timing.is_daily ? 'daily' : 'now'}
        options={[
          { value: 'now', label: t`Dès que cela arrive` },
          { value: 'daily', label: t`Une fois par jour, à 8 h` },
        ]}
        onChange={(value) => onChange({ ...timing, is_daily: value === 'daily' })}
      />
      {hasPush && (
        <p className="small muted">
          <Trans>Les notifications, elles, partent dès que cela arrive.</Trans>
        </p>
      )}
      <Checks
        legend={t`Heures de silence`}
        isLegendHidden
        options={[{ value: 'quiet', label: t`Ni e-mail d’alerte ni notification à certaines heures` }]}
        chosen={quiet ? ['quiet'] : []}
        onChange={(_, isChosen) => onChange({ ...timing, quiet: isChosen ? NIGHT : null })}
      />
      {quiet && (
        <>
          <div className={styles.hours}>
            <SelectField
              name="from"
              label={t`De`}
              value={String(quiet.from)}
              options={hours}
              onChange={(from) => onChange({ ...timing, quiet: { ...quiet, from: Number(from) } })}
            />
            <SelectField
              name="to"
              label={t`À`}
              value={String(quiet.to)}
              options={hours}
              error={error}
              onChange={(to) => onChange({ ...timing, quiet: { ...quiet, to: Number(to) } })}
            />
          </div>
          <p className="small muted">
            <Trans>À l’heure de Dakar.</Trans>
          </p>
        </>
      )}
    </>
  )
}
