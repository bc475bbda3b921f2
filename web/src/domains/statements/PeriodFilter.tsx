import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Period, PeriodFields } from '../../shell/forms/PeriodFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { periodOfYear, yearOf, yearsUpTo } from './years.ts'
import styles from './StatementListScreen.module.css'

/** Filters by year with one click, or by any other period. */
export function PeriodFilter({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t } = useLingui()
  const year = yearOf(period)
  const [isOpen, setOpen] = useState(year === null)
  const [years] = useState(() => yearsUpTo(new Date()))
  return (
    <div className={styles.period} role="search" aria-label={t`Période`}>
      <Segmented
        label={t`Année`}
        value={year ?? '-'}
        options={[
          { value: '', label: t({ message: 'Tous', context: 'documents' }) },
          ...years.map((value) => ({ value, label: value })),
        ]}
        onChange={(chosen) => onChange(periodOfYear(chosen))}
      />
      <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>Autre période</Trans>
      </Button>
      {isOpen && <PeriodFields period={period} onChange={onChange} />}
    </div>
  )
}
