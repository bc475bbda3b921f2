import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Transfer } from 'contract/transfers/transfers.ts'
import { headers } from 'contract/endpoint.ts'
import { Plus, Send } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Column, type RowGroup, Subject } from '../../ui/data/Table.tsx'
import { toSignCountQuery, type TransferFilter, transferListQuery } from './transfer-queries.ts'
import { transferIcons, useDayOf, useTransferTypes } from './transfer-labels.ts'
import styles from './TransferListScreen.module.css'
import { ToSignCallout } from './ToSignCallout.tsx'
import { TransferFilters } from './TransferFilters.tsx'
import { TransferStatus } from './TransferStatus.tsx'

// The opened transfer: the list does not wait for it.
const TransferPanel = lazyPart(async () => (await import('./TransferPanel.tsx')).TransferPanel)

const route = getRouteApi('/signed-in/main/transfers')

export function TransferListScreen() {
  const { t } = useLingui()
  const account = useAccount()
  const search = route.useSearch()
  const { transferId } = useParams({ strict: false })
  const navigate = useNavigate()
  const transfers = useQuery(transferListQuery(search.page ?? 1, search))
  const mayValidate = account.capabilities.includes('transfer.validate')
  const toSign = useQuery({ ...toSignCountQuery(), enabled: mayValidate })
  const columns = useTransferColumns()
  const groupsOf = useGroups()
  const { moneyText } = useFormats()
  const sum = moneyText(Number(transfers.data?.headers.get(headers.totalAmount) ?? 0), account.currency)
  const leftOut = Number(transfers.data?.headers.get(headers.leftOut) ?? 0)
  const mayCreate = mayMoveMoney(account, 'transfer.create')
  return (
    <Page
      heading={t`Virements`}
      actions={
        mayCreate && (
          <LinkButton {...paths.newTransfer()} variant="primary" icon={Plus}>
            <Trans>Nouveau virement</Trans>
          </LinkButton>
        )
      }
      tabs={<StatusTabs />}
    >
      <Loaded isReady={!mayValidate || !toSign.isPending}>
        {toSign.data && <ToSignCallout total={toSign.data.page?.total ?? 0} />}
        <TransferFilters
          key={search.type}
          filter={search}
          onChange={(filter) =>
            void navigate({ ...paths.transfers(), search: filter, replace: true, resetScroll: false })
          }
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
            search.status || search.validation || search.type || search.search || search.from || search.to ? (
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
          onClose={() => void navigate({ ...paths.transfers(), search, resetScroll: false })}
        />
      )}
    </Page>
  )
}

function StatusTabs() {
  const { t } = useLingui()
  const search = route.useSearch()
  const choices: [TransferFilter, string][] = [
    [{}, t`Tous`],
    [{ validation: 'pending' }, t`En attente`],
    [{ type: 'delayed' }, t`Différés`],
    [{ type: 'periodic' }, t`Permanents`],
  ]
  // A tab is one filter; a state without a tab belongs to all of them.
  const isPending = search.validation === 'pending' && !search.type
  const isChosen = ({ validation, type }: TransferFilter) =>
    validation === 'pending' ? isPending : type === search.type && !(isPending && !type)
  return (
    <nav className={tabs.tabs} aria-label={t`Statut des virements`}>
      {choices.map(([filter, name]) => (
        <Link
          key={name}
          className={cx(tabs.tab, isChosen(filter) && tabs.chosen)}
          {...paths.transfers()}
          search={isChosen(filter) ? search : filter}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
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

/** Grouped by month, as the list is sorted; orders without a date are first. */
function useGroups(): (transfers: readonly Transfer[]) => RowGroup<Transfer>[] {
  const { t } = useLingui()
  const { month } = useFormats()
  return (transfers) =>
    [...Map.groupBy(transfers, ({ display_date }) => display_date?.slice(0, 7) ?? '')].map(([id, rows]) => ({
      id,
      title: id === '' ? t`Sans date` : month(fromPlainDate(`${id}-01`)),
      rows,
    }))
}

function useTransferColumns(): Column<Transfer>[] {
  const { t } = useLingui()
  const dayOf = useDayOf()
  const types = useTransferTypes()
  const search = route.useSearch()
  return [
    { id: 'date', kind: 'date', head: t`Exécution`, cell: (transfer) => dayOf(transfer) ?? '—' },
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (transfer) => (
        <Subject
          title={
            <Link {...paths.transfer(transfer.id)} search={search} resetScroll={false} preload={false}>
              {transfer.beneficiary.name}
            </Link>
          }
          detailOnPhone={dayOf(transfer)}
          detail={transfer.label}
        />
      ),
    },
    {
      id: 'type',
      kind: 'text',
      head: t`Type`,
      isWideOnly: true,
      cell: ({ type }) => (
        <span className={styles.type}>
          <Icon shape={transferIcons[type]} size="sm" />
          {types[type]}
        </span>
      ),
    },
    { id: 'status', kind: 'status', head: t`Statut`, cell: (transfer) => <TransferStatus transfer={transfer} /> },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency }) => <Money amount={-amount} currency={currency} signs="movement" />,
    },
  ]
}
