import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { type Outlook, SPENDING_DAYS } from 'contract/dashboard.ts'
import { tintOfCategory } from 'contract/values/identity.ts'
import type { Currency } from 'contract/values/money.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { OperationTabs } from '../operations/OperationTabs.tsx'
import styles from './AnalysisScreen.module.css'
import { Block, FailedBlock } from './blocks.tsx'
import { outlookQuery } from './dashboard-queries.ts'
import { linkOfSpending } from './spending.ts'

type Spending = NonNullable<Outlook['spending']>

/** The months of the account, and its spending by category. */
export function AnalysisScreen() {
  const { t } = useLingui()
  const outlook = useQuery(outlookQuery())
  return (
    <Page heading={t`Synthèse`} tabs={<OperationTabs isAnalysis />}>
      {outlook.isPending && (
        <Skeleton>
          <SkeletonRows count={6} hasHead />
        </Skeleton>
      )}
      {outlook.isLoadingError && (
        <PageProblem
          title={t`L’analyse n’a pas pu être chargée`}
          error={outlook.error}
          onRetry={() => void outlook.refetch()}
        />
      )}
      {outlook.data && <Analysis outlook={outlook.data.answer} onRetry={() => void outlook.refetch()} />}
    </Page>
  )
}

function Analysis({ outlook, onRetry }: { outlook: Outlook; onRetry: () => void }) {
  const { currency, months, spending, failed } = outlook
  const { t } = useLingui()
  // An account without movements has no bars.
  if (months?.every(({ credits, debits }) => credits === 0 && debits === 0))
    return (
      <EmptyState motif="lines" title={t`Aucune opération pour le moment`}>
        <Trans>Les totaux de vos mois apparaîtront ici.</Trans>
      </EmptyState>
    )
  return (
    <div className={styles.pair}>
      {spending && <SpendingBlock spending={spending} currency={currency} />}
      {months && <MonthsBlock months={months} currency={currency} />}
      {failed.includes('spending') && <FailedBlock title={t`Dépenses par catégorie`} onRetry={onRetry} />}
      {failed.includes('months') && <FailedBlock title={t`Mois par mois`} onRetry={onRetry} />}
    </div>
  )
}

const Bar = ({ share, className }: { share: number; className: string | undefined }) => (
  <span className={styles.track} aria-hidden>
    <span className={className} style={{ width: `${Math.round(share * 1000) / 10}%` }} />
  </span>
)

function MonthsBlock({ months, currency }: { months: NonNullable<Outlook['months']>; currency: Currency }) {
  const { t } = useLingui()
  const { month } = useFormats()
  const max = Math.max(1, ...months.flatMap(({ credits, debits }) => [credits, -debits]))
  return (
    <Block title={t`Mois par mois`}>
      <ul className={styles.list}>
        {months.toReversed().map(({ month: first, credits, debits }) => (
          <li key={first}>
            <p className={styles.name}>{month(fromPlainDate(first))}</p>
            <div className={styles.amounts}>
              <Bar share={credits / max} className={styles.in} />
              <Money amount={credits} currency={currency} signs="movement" />
              <Bar share={-debits / max} className={styles.out} />
              <Money amount={debits} currency={currency} signs="movement" />
            </div>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function SpendingBlock({ spending, currency }: { spending: Spending; currency: Currency }) {
  const { t } = useLingui()
  const types = useLabels(operationTypeLabels)
  const max = Math.max(1, ...spending.map(({ amount }) => -amount))
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
        {spending.map(({ category, type, amount, count }) => (
          <li key={category?.id ?? type} data-tint={category ? tintOfCategory(category.label) : 'neutral'}>
            <p className={styles.name}>
              <Link {...linkOfSpending({ category, type })} preload={false}>
                {category?.label ?? (type && types[type])}
              </Link>{' '}
              <span className="muted">
                <Plural value={count} one="# opération" other="# opérations" />
              </span>
            </p>
            <div className={styles.amounts}>
              <Bar share={-amount / max} className={styles.tinted} />
              <Money amount={amount} currency={currency} signs="movement" />
            </div>
          </li>
        ))}
      </ul>
    </Block>
  )
}
