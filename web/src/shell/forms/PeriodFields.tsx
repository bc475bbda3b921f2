import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DateField } from '../../ui/fields/DateField.tsx'
import { isDay } from '../../ui/fields/date-typing.ts'
import styles from './PeriodFields.module.css'

/** An absent side is open. */
export type Period = { from?: string | undefined; to?: string | undefined }

type Props = { period: Period; onChange: (period: { from: string | undefined; to: string | undefined }) => void }

const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to
const typedOf = ({ from = '', to = '' }: Period) => ({ from, to })
const daysOf = ({ from, to }: { from: string; to: string }) => ({
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
})

/** The first and last day of a period, each optional. The period is reported when both are valid and in order. */
export function PeriodFields({ period, onChange }: Props) {
  const { t } = useLingui()
  const [seen, setSeen] = useState(period)
  const [typed, setTyped] = useState(typedOf(period))
  if (!isSame(seen, period)) {
    setSeen(period)
    // Changed elsewhere: by a year button, cleared filters, or going back.
    if (!isSame(daysOf(typed), period)) setTyped(typedOf(period))
  }
  const isReversed = ({ from, to }: Period) => from !== undefined && to !== undefined && to < from
  const type = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    const days = daysOf(next)
    const isWhole = isSame(typedOf(days), next)
    if (isWhole && !isReversed(days) && !isSame(days, period)) onChange(days)
  }
  return (
    <div className={styles.days}>
      <DateField name="from" label={t`Du`} value={typed.from} month="first" onChange={(from) => type({ from })} />
      <DateField
        name="to"
        label={t`Au`}
        value={typed.to}
        month="last"
        error={isReversed(daysOf(typed)) ? t`La fin de la période précède son début` : null}
        onChange={(to) => type({ to })}
      />
    </div>
  )
}
