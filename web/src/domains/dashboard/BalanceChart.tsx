import { useLingui } from '@lingui/react/macro'
import type { Dashboard } from 'contract/dashboard.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { StepChart } from '../../ui/data/StepChart.tsx'
import { roundTicks } from '../../ui/data/step-path.ts'
import styles from './BalanceChart.module.css'

const WEEK = 7

export function BalanceChart({ history, currency }: { history: Dashboard['history']; currency: Currency }) {
  const { t } = useLingui()
  const { moneyText, dayAndMonth, longDate, rowDate, compact } = useFormats()
  const [first, last] = [history[0], history.at(-1)]
  const highest = history.reduce((best, day) => (day.balance > best.balance ? day : best))
  if (!first || !last) return null
  const day = ({ date }: { date: string }) => longDate(fromPlainDate(date))
  const [firstDay, lastDay, highestDay] = [day(first), day(last), day(highest)]
  const [from, to, max] = [first, last, highest].map(({ balance }) => moneyText(balance, currency))
  const unit = 10 ** minorUnits[currency]
  const marks = history.flatMap(({ date }, index) =>
    index === history.length - 1
      ? [{ index, label: t`Aujourd’hui` }]
      : index % WEEK === 0 && index < history.length - WEEK / 2
        ? [{ index, label: rowDate(fromPlainDate(date)) }]
        : [],
  )
  return (
    <div className={styles.chart}>
      <StepChart
        summary={t`Évolution du solde du ${firstDay} au ${lastDay} : de ${from} à ${to}, maximum ${max} le ${highestDay}.`}
        points={history.map(({ date, balance }) => ({
          value: balance,
          title: moneyText(balance, currency),
          detail: dayAndMonth(fromPlainDate(date)),
        }))}
        ticks={roundTicks(history.map(({ balance }) => balance)).map((value) => ({
          value,
          label: compact(value / unit),
        }))}
        marks={marks}
      />
    </div>
  )
}
