import { Trans, useLingui } from '@lingui/react/macro'
import type { Dashboard, Outlook } from 'contract/dashboard.ts'
import { textIn } from 'contract/values/identity.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { StepChart } from '../../ui/data/StepChart.tsx'
import { roundTicks } from '../../ui/data/step-path.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import styles from './BalanceChart.module.css'

type Forecast = NonNullable<Outlook['forecast']>

/** Days of the forecast beside the past month. */
const reaches = { month: 30, quarter: 90 } as const
/** The labels beside one point of the curve. */
const VISIBLE_NAMES = 2

/** One curve: the past month, and the scheduled movements as its dotted continuation once they are known. */
export function BalanceChart({
  history,
  forecast,
  currency,
}: {
  history: NonNullable<Dashboard['history']>
  /** Undefined while it is loaded, null without the right to it. */
  forecast: Forecast | null | undefined
  currency: Currency
}) {
  const { t } = useLingui()
  const { moneyText, dayAndMonth, longDate, rowDate, compact } = useFormats()
  const language = useLanguage()
  const [reach, setReach] = useState<keyof typeof reaches>('month')
  const [first, today] = [history[0], history.at(-1)]
  if (!first || !today) return null
  const ahead = (forecast?.days ?? []).slice(1, reaches[reach] + 1)
  const points = [...history, ...ahead]
  const now = history.length - 1
  const highest = history.reduce((best, day) => (day.balance > best.balance ? day : best))
  const lowest = ahead.reduce((least, day) => (day.balance < least.balance ? day : least), today)
  const last = ahead.at(-1)
  const day = ({ date }: { date: string }) => longDate(fromPlainDate(date))
  const shortDay = ({ date }: { date: string }) => rowDate(fromPlainDate(date))
  const money = ({ balance }: { balance: number }) => moneyText(balance, currency)
  const [firstDay, todayText, highestDay] = [day(first), day(today), day(highest)]
  const [from, to, max] = [money(first), money(today), money(highest)]
  const [lastDay, reached] = last ? [shortDay(last), money(last)] : ['', '']
  const [lowestDay, least] = [shortDay(lowest), money(lowest)]
  const unit = 10 ** minorUnits[currency]
  const causesOf = (date: string) => {
    const names = (forecast?.causes ?? [])
      .filter((cause) => cause.date === date && date > today.date)
      .map(({ identity }) => textIn(identity.name, language))
    return names.length > VISIBLE_NAMES
      ? [...names.slice(0, VISIBLE_NAMES), `+ ${names.length - VISIBLE_NAMES}`]
      : names
  }
  const past = t`Évolution du solde du ${firstDay} au ${todayText} : de ${from} à ${to}, maximum ${max} le ${highestDay}.`
  const future = last ? t`Solde prévu jusqu’au ${lastDay} : ${reached}, au plus bas ${least} le ${lowestDay}.` : ''
  // The forecast has its room before it is known, so that the curve does not move when it comes.
  const room = forecast === null ? points.length : history.length + reaches[reach]
  const mark = (index: number) => {
    const day = fromPlainDate(first.date)
    day.setUTCDate(day.getUTCDate() + index)
    return { index, label: rowDate(day, day) }
  }
  return (
    <div className={styles.chart}>
      {forecast !== null && (
        <div className={styles.head}>
          <p className={styles.sentence}>
            {last && forecast && forecast.causes.length > 0 ? (
              lowest.balance < 0 ? (
                <Trans>
                  <b className={styles.warning}>Au plus bas {least}</b> le {lowestDay}
                </Trans>
              ) : (
                <Trans>
                  Prévu : <b>{reached}</b> le {lastDay}
                </Trans>
              )
            ) : forecast ? (
              <Trans>Aucun mouvement n’est programmé.</Trans>
            ) : (
              '\u00A0'
            )}
            <span className="muted">
              {forecast && forecast.causes.length > 0 ? <Trans>D’après les mouvements programmés.</Trans> : '\u00A0'}
            </span>
          </p>
          <Segmented
            label={t`Prévision`}
            value={reach}
            options={[
              { value: 'month', label: t`30 j` },
              { value: 'quarter', label: t`3 mois` },
            ]}
            onChange={setReach}
          />
        </div>
      )}
      <StepChart
        key={`${reach} ${ahead.length}`}
        summary={`${past} ${future}`.trim()}
        points={points.map(({ date, balance }) => ({
          value: balance,
          title: moneyText(balance, currency),
          detail: [dayAndMonth(fromPlainDate(date)), ...causesOf(date)].join(' · '),
        }))}
        now={now}
        ticks={roundTicks(points.map(({ balance }) => balance)).map((value) => ({
          value,
          label: compact(value / unit),
        }))}
        room={room}
        marks={[
          mark(0),
          ...(forecast !== null && reach === 'quarter' ? [] : [mark(Math.round(now / 2))]),
          { index: now, label: t`Aujourd’hui` },
          ...(room > now + 1 ? [mark(Math.round((now + room - 1) / 2)), mark(room - 1)] : []),
        ]}
      />
    </div>
  )
}
