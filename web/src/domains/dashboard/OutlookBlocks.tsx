import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { FORECAST_DAYS, type Outlook, SPENDING_DAYS } from 'contract/dashboard.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Ledger } from '../../ui/data/Ledger.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { StepChart } from '../../ui/data/StepChart.tsx'
import { roundTicks } from '../../ui/data/step-path.ts'
import { Block } from './blocks.tsx'
import styles from './OutlookBlocks.module.css'
import { outlookQuery } from './dashboard-queries.ts'

type Forecast = NonNullable<Outlook['forecast']>
type Spending = NonNullable<Outlook['spending']>

const VISIBLE_CAUSES = 5
/** The label beside one point of the curve. */
const VISIBLE_NAMES = 2
const VISIBLE_KINDS = 6
/** Days between two labels below the forecast, so that they do not overlap on a phone. */
const BETWEEN_MARKS = 30

/** The forecast and the past months, below the main blocks. */
export function OutlookBlocks() {
  const { t } = useLingui()
  const outlook = useQuery(outlookQuery())
  if (outlook.isLoadingError) {
    return (
      <PageProblem
        title={t`Vos prévisions n’ont pas pu être chargées`}
        error={outlook.error}
        onRetry={() => void outlook.refetch()}
      />
    )
  }
  if (!outlook.data) {
    return (
      <div aria-hidden>
        <SkeletonRows count={4} hasHead />
      </div>
    )
  }
  const { currency, months, spending, forecast } = outlook.data.answer
  return (
    <div className={styles.blocks}>
      {forecast && <ForecastBlock forecast={forecast} currency={currency} />}
      <div className={styles.pair}>
        <MonthsBlock months={months} currency={currency} />
        {spending && <SpendingBlock spending={spending} currency={currency} />}
      </div>
    </div>
  )
}

function ForecastBlock({ forecast: { days, causes }, currency }: { forecast: Forecast; currency: Currency }) {
  const { t } = useLingui()
  const { moneyText, dayAndMonth, longDate, rowDate, compact } = useFormats()
  const lowest = days.reduce((least, day) => (day.balance < least.balance ? day : least))
  const last = days.at(-1)
  const unit = 10 ** minorUnits[currency]
  if (!last || causes.length === 0) {
    return (
      <Block title={t`À venir`}>
        <p className="muted">
          <Trans>Rien n’est prévu dans les {FORECAST_DAYS} prochains jours.</Trans>
        </p>
      </Block>
    )
  }
  const [lowestDay, least] = [longDate(fromPlainDate(lowest.date)), moneyText(lowest.balance, currency)]
  const [lastDay, reached] = [longDate(fromPlainDate(last.date)), moneyText(last.balance, currency)]
  const causesOf = (date: string) => {
    const names = causes.filter((cause) => cause.date === date).map(({ name }) => name)
    return names.length > VISIBLE_NAMES
      ? [...names.slice(0, VISIBLE_NAMES), `+ ${names.length - VISIBLE_NAMES}`]
      : names
  }
  return (
    <Block title={t`À venir`}>
      <p className="muted">
        <Trans>
          Solde prévu d’après ce qui est programmé : {reached} le {lastDay}.
        </Trans>
      </p>
      {lowest.balance < 0 && (
        <InlineAlert tone="warning" title={t`Le ${lowestDay}, ce solde serait de ${least}.`}>
          <Trans>Approvisionnez le compte avant cette date, ou décalez un virement.</Trans>
        </InlineAlert>
      )}
      <StepChart
        summary={t`Solde prévu jusqu’au ${lastDay} : ${reached}, au plus bas ${least} le ${lowestDay}.`}
        points={days.map(({ date, balance }) => ({
          value: balance,
          title: moneyText(balance, currency),
          detail: [dayAndMonth(fromPlainDate(date)), ...causesOf(date)].join(' · '),
        }))}
        ticks={roundTicks(days.map(({ balance }) => balance)).map((value) => ({ value, label: compact(value / unit) }))}
        marks={days.flatMap(({ date }, index) =>
          index === 0
            ? [{ index, label: t`Aujourd’hui` }]
            : index % BETWEEN_MARKS === 0
              ? [{ index, label: rowDate(fromPlainDate(date), fromPlainDate(date)) }]
              : [],
        )}
      />
      <Ledger
        rows={causes.slice(0, VISIBLE_CAUSES).map(({ transfer_id, date, amount, name, label }, index) => ({
          id: `${index}`,
          title: transfer_id ? (
            <Link {...paths.transfer(transfer_id)} preload={false}>
              {name}
            </Link>
          ) : (
            name
          ),
          detail: [rowDate(fromPlainDate(date)), label].filter(Boolean).join(' · '),
          end: <Money amount={amount} currency={currency} signs="movement" />,
        }))}
      />
      {causes.length > VISIBLE_CAUSES && (
        <p className="muted">
          <Plural
            value={causes.length - VISIBLE_CAUSES}
            one="et # autre mouvement prévu"
            other="et # autres mouvements prévus"
          />
        </p>
      )}
    </Block>
  )
}

const Bar = ({ share, isIn = false }: { share: number; isIn?: boolean }) => (
  <span className={styles.track} aria-hidden>
    <span className={isIn ? styles.in : styles.out} style={{ width: `${Math.round(share * 1000) / 10}%` }} />
  </span>
)

function MonthsBlock({ months, currency }: { months: Outlook['months']; currency: Currency }) {
  const { t } = useLingui()
  const { month } = useFormats()
  const max = Math.max(1, ...months.flatMap(({ credits, debits }) => [credits, -debits]))
  return (
    <Block title={t`Mois par mois`}>
      <ul className={styles.list}>
        {months.toReversed().map(({ month: first, credits, debits }) => (
          <li key={first}>
            <p className={styles.name}>{month(fromPlainDate(first))}</p>
            <div className={styles.number}>
              <Bar share={credits / max} isIn />
              <Money amount={credits} currency={currency} signs="movement" />
              <Bar share={-debits / max} />
              <Money amount={debits} currency={currency} signs="movement" />
            </div>
          </li>
        ))}
      </ul>
    </Block>
  )
}

/** The bank's dates: those of Dakar, which is UTC. */
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)

function SpendingBlock({ spending, currency }: { spending: Spending; currency: Currency }) {
  const { t } = useLingui()
  const types = useLabels(operationTypeLabels)
  const max = Math.max(1, ...spending.map(({ amount }) => -amount))
  const [others, days] = [spending.slice(VISIBLE_KINDS), { from: daysAgo(SPENDING_DAYS - 1), to: daysAgo(0) }]
  return (
    <Block title={t`Dépenses par catégorie`}>
      <p className="muted">
        <Trans>Sur les {SPENDING_DAYS} derniers jours.</Trans>
      </p>
      {spending.length === 0 && (
        <p className="muted">
          <Trans>Aucune dépense récente.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {spending.slice(0, VISIBLE_KINDS).map(({ category, type, amount, count }) => (
          <li key={category?.id ?? type}>
            <p className={styles.name}>
              <Link
                {...paths.operations()}
                search={{
                  sign: 'debit' as const,
                  ...days,
                  ...(category && { categories: category.id }),
                  ...(type && { type }),
                }}
                preload={false}
              >
                {category?.label ?? (type && types[type])}
              </Link>{' '}
              <span className="muted">
                <Plural value={count} one="# opération" other="# opérations" />
              </span>
            </p>
            <div className={styles.number}>
              <Bar share={-amount / max} />
              <Money amount={amount} currency={currency} signs="movement" />
            </div>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="muted">
          <Plural value={others.length} one="et # autre catégorie :" other="et # autres catégories :" />{' '}
          <Money amount={others.reduce((sum, { amount }) => sum + amount, 0)} currency={currency} signs="movement" />
        </p>
      )}
    </Block>
  )
}
