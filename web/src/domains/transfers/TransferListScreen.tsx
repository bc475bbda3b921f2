import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router'
import { TRANSFER_GROUPS_HEADER, type TransferGroup, type TransferRow } from 'contract/transfers/transfer-rows.ts'
import type { Currency } from 'contract/values/money.ts'
import { headers } from 'contract/endpoint.ts'
import { Layers, Plus, Send } from 'lucide-react'
import type { PageOfList } from '../../lib/api/http-values.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { grouped } from '../../lib/grouped.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { foundIn } from '../../shell/filters/filter.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import { type Position, positionIn } from '../../shell/position-in.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { RowGroup } from '../../ui/data/Table.tsx'
import { useTransferColumns } from './use-transfer-columns.tsx'
import { toSignCountQuery, type TransferFilter, transferListQuery } from './transfer-queries.ts'
import styles from './TransferListScreen.module.css'
import { ToSignCallout } from './ToSignCallout.tsx'
import { TransferFilters } from './TransferFilters.tsx'

// The opened transfer: the list does not wait for it.
const TransferPanel = lazyPart(async () => (await import('./TransferPanel.tsx')).TransferPanel)

const route = getRouteApi('/signed-in/main/transfers')

/** Requests the list before the screen is rendered. */
export function prefetch({ page = 1, ...filter }: TransferFilter & { page?: number | undefined }): void {
  void queryClient.prefetchQuery(transferListQuery(page, filter))
}

export function TransferListScreen() {
  const { t } = useLingui()
  const account = useAccount()
  const isOnline = useIsOnline()
  const search = route.useSearch()
  const { page: _page, ...filter } = search
  const { transferId } = useParams({ strict: false })
  const navigate = useNavigate()
  const transfers = useQuery(transferListQuery(search.page ?? 1, filter))
  const mayValidate = account.capabilities.includes('transfer.validate')
  const toSign = useQuery({ ...toSignCountQuery(), enabled: mayValidate })
  const columns = useTransferColumns(search)
  const totals = JSON.parse(transfers.data?.headers.get(TRANSFER_GROUPS_HEADER) ?? '[]') as TransferGroup[]
  const groupsOf = useGroups(totals, account.currency)
  const { moneyText } = useFormats()
  const sum = moneyText(Number(transfers.data?.headers.get(headers.totalAmount) ?? 0), account.currency)
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
            <LinkButton {...paths.newTransfer()} disabled={!isOnline} variant="primary" icon={Plus}>
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
        <ListPage
          query={transfers}
          caption={t`Virements du compte`}
          columns={columns}
          groups={({ answer }) => groupsOf(answer)}
          rowKey={({ id }) => id}
          isSelected={({ id }) => id === transferId}
          problem={t`Les virements n’ont pas pu être chargés`}
          empty={
            Object.keys(filter).length > 0 ? (
              <EmptyState
                motif="search"
                title={t`Aucun virement ne correspond`}
                action={<LinkButton {...paths.transfers()}>{t`Voir tous les virements`}</LinkButton>}
              />
            ) : (
              <EmptyState
                motif="lines"
                title={t`Aucun virement pour le moment`}
                action={
                  mayCreate && (
                    <LinkButton {...paths.newTransfer()} disabled={!isOnline} variant="primary" icon={Send}>
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
          position={orderPositionIn(transfers.data?.answer ?? [], transferId, transfers.data?.page)}
          onShow={(id) => void navigate({ ...paths.transfer(id), search, replace: true, resetScroll: false })}
          onClose={() => void navigate({ ...paths.transfers(), search, resetScroll: false })}
        />
      )}
    </Page>
  )
}

/** The position of an order among all rows; before and after it are orders, because a batch has a page of its own. */
function orderPositionIn(
  rows: readonly TransferRow[],
  id: string,
  page: PageOfList | null | undefined,
): Position | null {
  const position = positionIn(rows, id, page)
  const among = positionIn(
    rows.filter(({ row }) => row === 'transfer'),
    id,
    page,
  )
  return position && { ...position, previous: among?.previous, next: among?.next }
}

/** What is to come, the series, then the months, each with its number and its sum. */
function useGroups(
  totals: readonly TransferGroup[],
  currency: Currency,
): (rows: readonly TransferRow[]) => RowGroup<TransferRow>[] {
  const { t } = useLingui()
  const { month, moneyText, count } = useFormats()
  return (all) =>
    [...grouped(all, ({ group }) => group)].map(([id, rows]) => {
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
