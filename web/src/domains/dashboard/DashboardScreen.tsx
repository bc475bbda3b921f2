import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Money } from '../../shell/Money.tsx'
import type { Dashboard } from 'contract/dashboard.ts'
import { BalanceChart } from './BalanceChart.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import styles from './DashboardScreen.module.css'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { InboxBlock, MovementBlock, PendingBlock, SentBlock, ToSignBlock } from './blocks.tsx'
import { QuickActions } from './QuickActions.tsx'

const OutlookBlocks = lazyPart(async () => (await import('./OutlookBlocks.tsx')).OutlookBlocks)

export function DashboardScreen() {
  const { t } = useLingui()
  const dashboard = useQuery(dashboardQuery())
  return (
    <Page heading={t`Home`} isHeadingHidden>
      {dashboard.isPending && <DashboardSkeleton />}
      {dashboard.isLoadingError && (
        <PageProblem
          title={t`Votre compte n’a pas pu être chargé`}
          error={dashboard.error}
          onRetry={() => void dashboard.refetch()}
        />
      )}
      {dashboard.data && <DashboardBlocks dashboard={dashboard.data.answer} />}
    </Page>
  )
}

function DashboardBlocks({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useLingui()
  const { last_credits, last_debits, pending_transfers, to_sign, sent_for_signature, inbox } = dashboard
  const hasRail = pending_transfers !== null || to_sign !== null || inbox !== null
  return (
    <div className={hasRail ? `${styles.grid} ${styles.withRail}` : styles.grid}>
      <div className={styles.main}>
        <Balance dashboard={dashboard} />
        {(last_credits !== null || last_debits !== null) && (
          <div className={styles.movements}>
            {last_credits && (
              <MovementBlock
                title={t`Derniers encaissements`}
                sign="credit"
                operations={last_credits}
                empty={t`Aucun encaissement récent.`}
              />
            )}
            {last_debits && (
              <MovementBlock
                title={t`Dernières dépenses`}
                sign="debit"
                operations={last_debits}
                empty={t`Aucune dépense récente.`}
              />
            )}
          </div>
        )}
        <div className={styles.outlook}>
          <OutlookBlocks />
        </div>
      </div>
      {hasRail && (
        <div className={styles.rail}>
          {to_sign && to_sign.count > 0 && <ToSignBlock toSign={to_sign} />}
          {sent_for_signature && <SentBlock sent={sent_for_signature} currency={dashboard.currency} />}
          {pending_transfers && <PendingBlock transfers={pending_transfers} />}
          {inbox && <InboxBlock inbox={inbox} />}
        </div>
      )}
    </div>
  )
}

function Balance({ dashboard }: { dashboard: Dashboard }) {
  const { dateTime } = useFormats()
  const { balance, available, currency, as_of, change_30_days, history } = dashboard
  const date = dateTime(fromUnix(as_of))
  return (
    <section aria-labelledby="balance-title">
      <h2 className={styles.label} id="balance-title">
        <Trans>Solde au {date}</Trans>
      </h2>
      <p className={styles.balance}>
        <Money amount={balance} currency={currency} size="xl" />
      </p>
      <p className={styles.change}>
        <span className="nowrap">
          <Trans>
            <Money amount={change_30_days} currency={currency} signs="movement" /> sur les 30 derniers jours
          </Trans>
        </span>
        {available !== balance && (
          <span className="nowrap">
            <Trans>
              Disponible : <Money amount={available} currency={currency} />
            </Trans>
          </span>
        )}
      </p>
      <QuickActions />
      {history.length > 1 && <BalanceChart history={history} currency={currency} />}
    </section>
  )
}
