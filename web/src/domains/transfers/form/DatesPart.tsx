import { Trans, useLingui } from '@lingui/react/macro'
import { MAX_DAYS_AHEAD } from 'contract/transfers/transfers.ts'
import { addDays, periodicities } from 'contract/values/calendar.ts'
import { useState } from 'react'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { useBankDay } from '../../../lib/session/session.ts'
import { cx } from '../../../ui/cx.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { usePeriodicities } from '../transfer-labels.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

/** The date of a dated order; the rhythm, the first and the last date of a series, and its next dates. */
export function DatesPart({ flow, type }: { flow: TransferFlow; type: 'delayed' | 'periodic' }) {
  const { t } = useLingui()
  const periods = usePeriodicities()
  const { form } = flow
  const { start, end } = form.draft
  const [hasEnd, setHasEnd] = useState(end !== '')
  const first = type === 'delayed' ? 'execution_date' : 'start_date'
  const today = useBankDay()
  const days = { min: addDays(today, 1), max: addDays(today, MAX_DAYS_AHEAD) }
  return (
    <>
      <div className={styles.dates}>
        {type === 'periodic' && (
          <SelectField
            name="periodicity"
            label={t`Périodicité`}
            value={form.draft.periodicity}
            options={periodicities.map((value) => ({ value, label: periods[value] }))}
            onChange={(periodicity) => form.set('periodicity', periodicity)}
          />
        )}
        <DateField
          name={first}
          label={type === 'delayed' ? t`Date d’exécution` : t`Première échéance`}
          value={start}
          error={form.problemAt(first)}
          onChange={(day) => form.set('start', day, first)}
          onBlur={() => start !== '' && form.check([first])}
          {...days}
        />
        {type === 'periodic' && hasEnd && (
          <DateField
            name="end_date"
            label={t`Date de fin`}
            isOptional
            value={end}
            error={form.problemAt('end_date')}
            onChange={(day) => form.set('end', day, 'end_date')}
            onBlur={() => end !== '' && form.check(['end_date'])}
            {...days}
          />
        )}
      </div>
      {type === 'periodic' && <NextDays flow={flow} onEnd={hasEnd ? null : () => setHasEnd(true)} />}
    </>
  )
}

/** The next dates of a series; a date on a closed day names the day that it replaces. */
function NextDays({ flow: { quote }, onEnd }: { flow: TransferFlow; onEnd: (() => void) | null }) {
  const { t } = useLingui()
  const { longDateWithDay, dayAndMonth } = useFormats()
  const next = quote?.next_dates ?? []
  if (next.length === 0 && !onEnd) return null
  return (
    <ul className={cx(styles.days, 'num')} aria-label={t`Prochaines échéances`}>
      {next.slice(0, 3).map(({ nominal, due }) => (
        <li key={nominal} className={cx(due !== nominal && styles.moved)}>
          <b>{longDateWithDay(fromPlainDate(due))}</b>
          {due !== nominal && t`au lieu du ${dayAndMonth(fromPlainDate(nominal))}`}
        </li>
      ))}
      {onEnd && (
        <li>
          <b>
            <Trans>Sans fin</Trans>
          </b>
          <button type="button" className="link" onClick={onEnd}>
            <Trans>Fixer une fin</Trans>
          </button>
        </li>
      )}
    </ul>
  )
}
