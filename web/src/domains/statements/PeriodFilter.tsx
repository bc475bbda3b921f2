import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { periodOfYear, yearOf, yearsUpTo } from './years.ts'
import styles from './StatementListScreen.module.css'

type Period = { from?: string; to?: string }

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const given = ({ from, to }: { from: string; to: string }): Period => ({ ...(isDay(from) && { from }), ...(isDay(to) && { to }) })

/** A year at a press; any other period by its days. */
export function PeriodFilter({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t } = useLingui()
  const year = yearOf(period)
  const [isOpen, setOpen] = useState(year === null)
  const [days, setDays] = useState({ from: period.from ?? '', to: period.to ?? '' })
  const isReversed = isDay(days.from) && isDay(days.to) && days.from > days.to
  const setDay = (name: 'from' | 'to', day: string) => {
    const next = { ...days, [name]: day }
    setDays(next)
    const isWhole = (day === '' || isDay(day)) && !(isDay(next.from) && isDay(next.to) && next.from > next.to)
    if (isWhole) onChange(given(next))
  }
  const choose = (chosen: string) => {
    const next = periodOfYear(chosen)
    setDays({ from: next.from ?? '', to: next.to ?? '' })
    onChange(next)
  }
  const [years] = useState(() => yearsUpTo(new Date()))
  return (
    <div className={styles.period} role="search" aria-label={t`Période`}>
      <Segmented
        label={t`Année`}
        value={year ?? '-'}
        options={[{ value: '', label: t({ message: 'Tous', context: 'documents' }) }, ...years.map((value) => ({ value, label: value }))]}
        onChange={choose}
      />
      <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>Autre période</Trans>
      </Button>
      {isOpen && (
        <div className={styles.days}>
          <DateField name="from" label={t`Du`} value={days.from} error={null} onChange={(day) => setDay('from', day)} />
          <DateField
            name="to"
            label={t`Au`}
            value={days.to}
            error={isReversed ? t`La fin de la période précède son début` : null}
            onChange={(day) => setDay('to', day)}
          />
        </div>
      )}
    </div>
  )
}
