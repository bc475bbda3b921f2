import { useLingui } from '@lingui/react/macro'
import { periodNames } from 'contract/accounts/operation-views.ts'
import { problems } from 'contract/problems.ts'
import { useState } from 'react'
import { translate } from '../../lib/language.ts'
import { DateField } from '../../ui/fields/DateField.tsx'
import type { FieldProps } from './filter.ts'
import { OptionsField } from './OptionsField.tsx'
import styles from './fields.module.css'
import { usePeriodNames } from './period-names.ts'
import { isReversed, isSamePeriod, ofYear, type Period, periodOf } from './periods.ts'

const YEARS_BACK = 2

/** Named periods, and the first and last day, each optional. */
export function PeriodField({ draft, set, isTried }: FieldProps<Period>) {
  const { t } = useLingui()
  const [now] = useState(() => new Date())
  const names = usePeriodNames()
  const periods = [
    ...periodNames.map((name) => ({ value: name as string, label: names[name], period: periodOf(name, now) })),
    ...Array.from({ length: YEARS_BACK }, (_, back) => {
      const year = now.getUTCFullYear() - back - 1
      return { value: String(year), label: String(year), period: ofYear(year) }
    }),
  ]
  const chosen = periods.find(({ period }) => isSamePeriod(period, draft))
  return (
    <div className={styles.period}>
      <OptionsField
        label={t`Périodes`}
        options={periods}
        chosen={chosen ? [chosen.value] : []}
        onToggle={(value) =>
          set(
            value === chosen?.value
              ? { from: undefined, to: undefined }
              : { ...periods.find((one) => one.value === value)?.period },
          )
        }
      />
      <div className={styles.pair}>
        <DateField
          name="from"
          label={t`Du`}
          value={draft.from ?? ''}
          month="first"
          onChange={(from) => set({ from: from || undefined })}
        />
        <DateField
          name="to"
          label={t`Au`}
          value={draft.to ?? ''}
          month="last"
          error={isTried && isReversed(draft) ? translate(problems.period_reversed) : null}
          onChange={(to) => set({ to: to || undefined })}
        />
      </div>
    </div>
  )
}
