import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Dashboard, Outlook } from 'contract/dashboard.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { AdvisorBlock } from './AdvisorBlock.tsx'
import { BalanceChart } from './BalanceChart.tsx'
import { InboxBlock, MovementsBlock, SentBlock, ToSignBlock } from './blocks.tsx'
import { dashboardQuery, outlookQuery } from './dashboard-queries.ts'
import styles from './DashboardScreen.module.css'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { OutlookRail, OutlookSkeleton } from './OutlookRail.tsx'
import { QuickActions } from './QuickActions.tsx'

type Ahead = UseQueryResult<{ answer: Outlook }>

export function DashboardScreen() {
  const { t } = useLingui()
  const dashboard = useQuery(dashboardQuery())
  const outlook = useQuery(outlookQuery())
  return (
    <Page heading={t`Home`} isHeadingHidden>
      {dashboard.isPending && <DashboardSkeleton />}
      {(dashboard.data ?? dashboard.isLoadingError) && (
        <div className={styles.grid}>
          <div className={styles.main}>
            {dashboard.data ? (
              <MainBlocks dashboard={dashboard.data.answer} outlook={outlook} />
            ) : (
              <PageProblem
                title={t`Votre compte n’a pas pu être chargé`}
                error={dashboard.error}
                onRetry={() => void dashboard.refetch()}
              />
            )}
          </div>
          {/* The blocks below would move when those above are known: they come together. */}
          <div className={styles.rail}>
            {outlook.isPending ? (
              <OutlookSkeleton />
            ) : (
              <>
                <OutlookRail outlook={outlook} />
                {dashboard.data && <OwnBlocks dashboard={dashboard.data.answer} />}
              </>
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

function MainBlocks({ dashboard, outlook }: { dashboard: Dashboard; outlook: Ahead }) {
  const { movements, to_sign } = dashboard
  return (
    <>
      {to_sign && to_sign.count > 0 && <ToSignBlock toSign={to_sign} />}
      <Balance dashboard={dashboard} outlook={outlook} />
      {movements && <MovementsBlock operations={movements} />}
    </>
  )
}

function OwnBlocks({ dashboard: { sent_for_signature, inbox, currency, advisor } }: { dashboard: Dashboard }) {
  return (
    <>
      {sent_for_signature && <SentBlock sent={sent_for_signature} currency={currency} />}
      {inbox && <InboxBlock inbox={inbox} />}
      {advisor.name !== null && <AdvisorBlock advisor={advisor} name={advisor.name} />}
    </>
  )
}

function Balance({ dashboard, outlook }: { dashboard: Dashboard; outlook: Ahead }) {
  const { dateTime } = useFormats()
  const account = useAccount()
  const { balance, available, currency, as_of, change_30_days, history } = dashboard
  const date = dateTime(fromUnix(as_of))
  const mayForesee = hasRight(account, 'operations') && hasRight(account, 'transfers')
  // An account that was always empty has no curve: zeros are no news.
  const isEmpty = history.every((day) => day.balance === 0)
  return (
    <section aria-labelledby="balance-title">
      <h2 className={styles.label} id="balance-title">
        <Trans>Solde au {date}</Trans>
      </h2>
      <p className={styles.balance}>
        <Money amount={balance} currency={currency} size="xl" />
      </p>
      <p className={styles.change}>
        {available !== balance && (
          <span className="nowrap">
            <Trans>
              Disponible : <Money amount={available} currency={currency} />
            </Trans>
          </span>
        )}
        {change_30_days !== 0 && (
          <span className="nowrap">
            <Trans>
              <Money amount={change_30_days} currency={currency} signs="movement" /> sur les 30 derniers jours
            </Trans>
          </span>
        )}
      </p>
      <QuickActions />
      {!isEmpty && history.length > 1 && (
        <BalanceChart
          history={history}
          forecast={mayForesee ? (outlook.data?.answer.forecast ?? undefined) : null}
          currency={currency}
        />
      )}
    </section>
  )
}
