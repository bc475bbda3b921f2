import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Dashboard, DashboardBlock, Outlook } from 'contract/dashboard.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { queryClient } from '../../lib/api/query.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { BlockProblem, PageProblem } from '../../shell/Problem.tsx'
import { cx } from '../../ui/cx.ts'
import { AdvisorBlock } from './AdvisorBlock.tsx'
import { BalanceChart } from './BalanceChart.tsx'
import { FailedBlock, MovementsBlock, SentBlock } from './blocks.tsx'
import { dashboardQuery, outlookQuery } from './dashboard-queries.ts'
import styles from './DashboardScreen.module.css'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { OutlookRail, OutlookSkeleton } from './OutlookRail.tsx'
import { QuickActions } from './QuickActions.tsx'
import { CardsBlock, PayeesBlock, PositionBlock, TeamBlock } from './rail-blocks.tsx'
import { ToSignBlock } from './ToSignBlock.tsx'

type Ahead = UseQueryResult<{ answer: Outlook }>

/** Requests the data of the screen before it is rendered. */
export function prefetch(): void {
  void queryClient.prefetchQuery(dashboardQuery())
  void queryClient.prefetchQuery(outlookQuery())
}

export function DashboardScreen() {
  const { t } = useLingui()
  const dashboard = useQuery(dashboardQuery())
  const outlook = useQuery(outlookQuery())
  const retry = () => void dashboard.refetch()
  return (
    <Page heading={t`Home`} isHeadingHidden>
      {dashboard.isPending && <DashboardSkeleton />}
      {(dashboard.data ?? dashboard.isLoadingError) && (
        <div className={styles.grid}>
          <div className={styles.main}>
            {dashboard.data ? (
              <MainBlocks dashboard={dashboard.data.answer} outlook={outlook} onRetry={retry} />
            ) : (
              <PageProblem title={t`Votre compte n’a pas pu être chargé`} error={dashboard.error} onRetry={retry} />
            )}
          </div>
          {/* The blocks below would move when those above are known: they come together. */}
          <div className={styles.rail}>
            {outlook.isPending ? (
              <OutlookSkeleton />
            ) : (
              dashboard.data && <RailBlocks dashboard={dashboard.data.answer} outlook={outlook} onRetry={retry} />
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

type Parts = { dashboard: Dashboard; outlook: Ahead; onRetry: () => void }

/** The orders that wait for others: at the side of what the reader has to sign, else below the movements. */
function WaitingBlocks({ dashboard: { sent_for_signature, team, currency } }: Pick<Parts, 'dashboard'>) {
  return (
    <>
      {sent_for_signature && <SentBlock sent={sent_for_signature} currency={currency} />}
      {team && team.length > 0 && <TeamBlock team={team} />}
    </>
  )
}

const hasItems = (to_sign: Dashboard['to_sign']): to_sign is NonNullable<Dashboard['to_sign']> =>
  to_sign !== null && to_sign.count > 0

function MainBlocks({ dashboard, outlook, onRetry }: Parts) {
  const { t } = useLingui()
  const { is_company } = useAccount()
  const { movements, to_sign, position, failed } = dashboard
  return (
    <>
      {hasItems(to_sign) && <ToSignBlock toSign={to_sign} />}
      {failed.includes('to_sign') && <FailedBlock title={t`À signer`} onRetry={onRetry} />}
      <Balance dashboard={dashboard} outlook={outlook} onRetry={onRetry} />
      {/* On a phone a company reads its position and what it has to pay. */}
      {movements && <MovementsBlock operations={movements} className={is_company ? 'from-tablet' : undefined} />}
      {failed.includes('movements') && <FailedBlock title={t`Derniers mouvements`} onRetry={onRetry} />}
      {!is_company && position && <PositionBlock position={position} className="from-tablet" />}
      {!hasItems(to_sign) && <WaitingBlocks dashboard={dashboard} />}
    </>
  )
}

/** The right column. A block without content is absent; one that failed says so in its place. */
function RailBlocks({ dashboard, outlook, onRetry }: Parts) {
  const { t } = useLingui()
  const { is_company } = useAccount()
  const { payees, cards, position, inbox, advisor, to_sign, failed } = dashboard
  const titles: [DashboardBlock, string][] = [
    ['payees', t`Payer à nouveau`],
    ['position', t`Position`],
    ['cards', t`Cartes`],
    ['sent_for_signature', t`Envoyé pour signature`],
    ['team', t`Équipe`],
    ['inbox', t`Messagerie`],
    ['advisor', t`Votre conseiller`],
  ]
  return (
    <>
      {is_company && position && <PositionBlock position={position} />}
      {payees && payees.length > 0 && <PayeesBlock payees={payees} />}
      <OutlookRail outlook={outlook} />
      {cards && cards.length > 0 && <CardsBlock cards={cards} />}
      {hasItems(to_sign) && <WaitingBlocks dashboard={dashboard} />}
      {titles.map(
        ([name, title]) => failed.includes(name) && <FailedBlock key={name} title={title} onRetry={onRetry} />,
      )}
      {advisor && <AdvisorBlock advisor={advisor} inbox={inbox} />}
    </>
  )
}

function Balance({ dashboard, outlook, onRetry }: Parts) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const account = useAccount()
  const { balance, available, currency, as_of, history, history_accounts: accounts, failed } = dashboard
  const date = dateTime(fromUnix(as_of))
  const mayForesee = hasRight(account, 'operations') && hasRight(account, 'transfers')
  // The change of several accounts together is no change of this balance.
  const change = accounts > 1 ? 0 : balance - (history?.[0]?.balance ?? balance)
  // An account that was always empty has no curve.
  const isEmpty = !history || history.every((day) => day.balance === 0)
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
        {change !== 0 && (
          <span className="nowrap">
            <Trans>
              <Money amount={change} currency={currency} signs="movement" /> en 30 jours
            </Trans>
          </span>
        )}
      </p>
      <QuickActions />
      {!isEmpty && history.length > 1 && (
        <>
          {accounts > 1 && (
            <h3 className={cx('h2', styles.treasury)}>
              <Trans>Trésorerie, {accounts} comptes</Trans>
            </h3>
          )}
          <BalanceChart
            history={history}
            forecast={mayForesee ? (outlook.data?.answer.forecast ?? undefined) : null}
            currency={currency}
          />
        </>
      )}
      {failed.includes('history') && (
        <BlockProblem text={t`L’évolution du solde n’a pas pu être chargée.`} onRetry={onRetry} />
      )}
    </section>
  )
}
