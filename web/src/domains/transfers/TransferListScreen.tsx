import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { groupOf, TRANSFER_GROUPS_HEADER, type Transfer, type TransferGroup } from 'contract/transfers/transfers.ts'
import {
  type TransferStatus as TransferStatusCode,
  transferStatusLabels,
} from 'contract/transfers/transfer-statuses.ts'
import { type IdentityState, textIn } from 'contract/values/identity.ts'
import type { Currency } from 'contract/values/money.ts'
import { headers } from 'contract/endpoint.ts'
import { Layers, Plus, Repeat, Send } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { Identity } from '../../shell/Identity.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { foundIn } from '../../shell/filters/filter.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { positionIn } from '../../shell/position-in.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Column, RowGroup } from '../../ui/data/Table.tsx'
import { toSignCountQuery, transferListQuery } from './transfer-queries.ts'
import { useDayOf, useRhythm } from './transfer-labels.ts'
import styles from './TransferListScreen.module.css'
import { SeriesSwitch } from './SeriesSwitch.tsx'
import { ToSignCallout } from './ToSignCallout.tsx'
import { TransferFilters } from './TransferFilters.tsx'
import { TransferRowMenu } from './TransferRowMenu.tsx'
import { TransferStatus } from './TransferStatus.tsx'

// The opened transfer: the list does not wait for it.
const TransferPanel = lazyPart(async () => (await import('./TransferPanel.tsx')).TransferPanel)

const route = getRouteApi('/signed-in/main/transfers')

export function TransferListScreen() {
  const { t } = useLingui()
  const account = useAccount()
  const search = route.useSearch()
  const { page: _page, ...filter } = search
  const { transferId } = useParams({ strict: false })
  const navigate = useNavigate()
  const transfers = useQuery(transferListQuery(search.page ?? 1, filter))
  const mayValidate = account.capabilities.includes('transfer.validate')
  const toSign = useQuery({ ...toSignCountQuery(), enabled: mayValidate })
  const columns = useTransferColumns()
  const totals = JSON.parse(transfers.data?.headers.get(TRANSFER_GROUPS_HEADER) ?? '[]') as TransferGroup[]
  const groupsOf = useGroups(totals, account.currency)
  const { moneyText } = useFormats()
  const sum = moneyText(Number(transfers.data?.headers.get(headers.totalAmount) ?? 0), account.currency)
  const leftOut = Number(transfers.data?.headers.get(headers.leftOut) ?? 0)
  const mayCreate = mayMoveMoney(account, 'transfer.create')
  return (
    <Page
      heading={t`Virements`}
      actions={
        <>
          <LinkButton {...paths.batches()} icon={Layers} isIconOnPhone={mayCreate}>
            <Trans>Virements multiples</Trans>
          </LinkButton>
          {mayCreate && (
            <LinkButton {...paths.newTransfer()} variant="primary" icon={Plus}>
              <Trans>Nouveau virement</Trans>
            </LinkButton>
          )}
        </>
      }
    >
      <Loaded isReady={!mayValidate || !toSign.isPending}>
        {toSign.data && <ToSignCallout total={toSign.data.page?.total ?? 0} />}
        <TransferFilters
          filter={filter}
          count={foundIn(transfers)}
          onChange={(next) => void navigate({ ...paths.transfers(), search: next, replace: true, resetScroll: false })}
        />
        <BatchLines leftOut={leftOut} />
        <ListPage
          query={transfers}
          caption={t`Virements du compte`}
          columns={columns}
          groups={({ answer }) => groupsOf(answer)}
          rowKey={({ id }) => id}
          isSelected={({ id }) => id === transferId}
          problem={t`Les virements n’ont pas pu être chargés`}
          empty={
            Object.keys(filter).some((name) => name !== 'lines') ? (
              <EmptyState
                motif="search"
                title={t`Aucun virement ne correspond`}
                action={<LinkButton {...paths.transfers()}>{t`Voir tous les virements`}</LinkButton>}
              />
            ) : leftOut > 0 ? (
              <EmptyState motif="lines" title={t`Aucun virement hors des lots`} />
            ) : (
              <EmptyState
                motif="lines"
                title={t`Aucun virement pour le moment`}
                action={
                  mayCreate && (
                    <LinkButton {...paths.newTransfer()} variant="primary" icon={Send}>
                      <Trans>Faire un premier virement</Trans>
                    </LinkButton>
                  )
                }
              >
                <Trans>Vos virements apparaîtront ici, avec leur statut.</Trans>
              </EmptyState>
            )
          }
          summary={(from, to, total) => t`${from}–${to} sur ${total} virements, ${sum} en tout`}
          onPage={(page, options) => void navigate({ ...paths.transfers(), search: { ...search, page }, ...options })}
        />
      </Loaded>
      {transferId && (
        <TransferPanel
          id={transferId}
          position={positionIn(transfers.data?.answer ?? [], transferId, transfers.data?.page)}
          onShow={(id) => void navigate({ ...paths.transfer(id), search, replace: true, resetScroll: false })}
          onClose={() => void navigate({ ...paths.transfers(), search, resetScroll: false })}
        />
      )}
    </Page>
  )
}

/**
 * Links to the batches: their lines are hidden by default, because a payroll of hundreds would hide the other orders.
 */
function BatchLines({ leftOut }: { leftOut: number }) {
  const { t } = useLingui()
  const { page: _page, lines, ...filter } = route.useSearch()
  const isVisible = lines === 'shown' && !filter.search
  if (leftOut === 0 && !isVisible) return null
  return (
    <p className={cx('muted', styles.batches)}>
      {isVisible
        ? t`Les virements des lots sont dans cette liste.`
        : t`${plural(leftOut, { one: '# virement d’un lot n’est pas dans cette liste.', other: '# virements de lots ne sont pas dans cette liste.' })}`}{' '}
      <Link
        className="link"
        {...paths.transfers()}
        search={{ ...filter, ...(!isVisible && { lines: 'shown' as const }) }}
        resetScroll={false}
      >
        {isVisible ? t`Les masquer` : t`Les montrer`}
      </Link>
      {' · '}
      <Link className="link" {...paths.batches()}>
        <Trans>Voir les lots</Trans>
      </Link>
    </p>
  )
}

/** What is to come, the series, then the months, each with its number and its sum. */
function useGroups(
  totals: readonly TransferGroup[],
  currency: Currency,
): (transfers: readonly Transfer[]) => RowGroup<Transfer>[] {
  const { t } = useLingui()
  const { month, moneyText, count } = useFormats()
  return (transfers) =>
    [...Map.groupBy(transfers, groupOf)].map(([id, rows]) => {
      const total = totals.find((one) => one.id === id)
      const names: Record<string, string> = { upcoming: t`À venir`, recurring: t`Réguliers` }
      const many = total?.count ?? rows.length
      const number = count(many)
      return {
        id,
        title: (
          <>
            {names[id] ?? month(fromPlainDate(id))}{' '}
            <span className={styles.count}>{many === 1 ? t`${number} virement` : t`${number} virements`}</span>
          </>
        ),
        totals: total && id !== 'recurring' && (
          <span className={styles.count}>{moneyText(id === 'upcoming' ? total.sum : -total.sum, currency)}</span>
        ),
        rows,
      }
    })
}

const marks: Partial<Record<TransferStatusCode, IdentityState>> = {
  to_sign: 'pending',
  pending: 'pending',
  late: 'late',
  refused: 'refused',
  rejected: 'refused',
  returned: 'returned',
}
/** Nothing has left, and nothing will. */
const NOTHING_LEFT: readonly TransferStatusCode[] = ['refused', 'rejected', 'cancelled']

function useTransferColumns(): Column<Transfer>[] {
  const { t } = useLingui()
  const language = useLanguage()
  const dayOf = useDayOf()
  const rhythmOf = useRhythm()
  const search = route.useSearch()
  const isSeries = (transfer: Transfer) => groupOf(transfer) === 'recurring'
  return [
    {
      id: 'date',
      kind: 'date',
      head: t`Exécution`,
      cell: (transfer) => (isSeries(transfer) ? <Icon shape={Repeat} size="sm" /> : (dayOf(transfer) ?? '—')),
    },
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (transfer) => (
        <Identity
          identity={transfer.identity}
          state={marks[transfer.status] ?? null}
          title={(name) => (
            <Link {...paths.transfer(transfer.id)} search={search} resetScroll={false} preload={false}>
              {name}
            </Link>
          )}
          detail={
            <>
              <span className="on-phone">
                {isSeries(transfer) ? `${rhythmOf(transfer)} · ` : dayOf(transfer) && `${dayOf(transfer)} · `}
              </span>
              {transfer.identity.memo === null ? transfer.label : textIn(transfer.identity.memo, language)}
            </>
          }
        />
      ),
    },
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: (transfer) => (
        <span className={cx(styles.status, isSeries(transfer) && styles.ofSeries)}>
          {transferStatusLabels[transfer.status].tone !== null && <TransferStatus transfer={transfer} />}
          {isSeries(transfer) && <span className="small muted">{rhythmOf(transfer)}</span>}
          {transfer.status === 'refused' && transfer.reason && (
            <span className={cx(styles.reason, 'small muted')}>« {transfer.reason} »</span>
          )}
        </span>
      ),
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency, status }) => (
        <span className={cx(NOTHING_LEFT.includes(status) && styles.struck, status === 'returned' && 'muted')}>
          <Money amount={-amount} currency={currency} signs="movement" />
        </span>
      ),
    },
    {
      id: 'acts',
      kind: 'acts',
      head: t`Actions`,
      isHeadHidden: true,
      cell: (transfer) =>
        isSeries(transfer) && (transfer.actions.includes('pause') || transfer.actions.includes('resume')) ? (
          <span className={styles.switch}>
            <SeriesSwitch transfer={transfer} />
          </span>
        ) : (
          <TransferRowMenu transfer={transfer} search={search} />
        ),
    },
  ]
}
