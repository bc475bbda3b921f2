import { useLingui } from '@lingui/react/macro'
import { type Recurrence, recurrences } from 'contract/products/card-topups.ts'
import { useState } from 'react'
import { DateField } from '../../ui/fields/DateField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useRecurrences } from './card-labels.tsx'

export type SeriesDraft = { recurrence: Recurrence; start_date: string; end_date: string }

type Props = {
  draft: SeriesDraft
  problems: { start_date: string | null; end_date: string | null }
  onChange: (field: keyof SeriesDraft, value: string) => void
}

const isRecurrence = (value: string): value is Recurrence => recurrences.some((one) => one === value)

/** The period, the start and the end of a recurring top-up. */
export function SeriesFields({ draft, problems, onChange }: Props) {
  const { t } = useLingui()
  const names = useRecurrences()
  const [tomorrow] = useState(() => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
  return (
    <>
      <SelectField
        name="recurrence"
        label={t`Récurrence`}
        value={draft.recurrence}
        error={null}
        options={recurrences.map((value) => ({ value, label: names[value] }))}
        onChange={(value) => isRecurrence(value) && onChange('recurrence', value)}
      />
      <DateField
        name="start_date"
        label={t`Première recharge`}
        value={draft.start_date}
        error={problems.start_date}
        min={tomorrow}
        onChange={(day) => onChange('start_date', day)}
      />
      <DateField
        name="end_date"
        label={t`Dernière recharge au plus tard`}
        isOptional
        value={draft.end_date}
        error={problems.end_date}
        min={tomorrow}
        onChange={(day) => onChange('end_date', day)}
      />
    </>
  )
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The errors of the typed dates, before they are sent. */
export function useSeriesProblems() {
  const { t } = useLingui()
  return ({ start_date, end_date }: SeriesDraft) => ({
    ...(!DAY.test(start_date) && { start_date: t`Choisissez une date à partir de demain` }),
    ...(end_date !== '' && !DAY.test(end_date) && { end_date: t`Saisissez une date valide` }),
  })
}
