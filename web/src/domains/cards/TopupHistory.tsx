import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type CardTopup, topupStatuses } from 'contract/products/card-topups.ts'
import { topupStatusLabels } from 'contract/products/product-labels.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { ExportButton } from '../../shell/exports/ExportButton.tsx'
import { choiceFilter } from '../../shell/filters/choice-filter.tsx'
import { type Filter, foundIn } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { usePeriodFilter } from '../../shell/filters/period-filter.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { fetchTopups, type TopupFilter, topupListQuery } from './card-queries.ts'
import { lastDigits, TopupStatus } from './card-labels.tsx'

type Props = {
  cards: readonly PrepaidCard[]
  page: number
  filter: TopupFilter
  onFilter: (filter: TopupFilter) => void
  onPage: (page: number) => void
  /** The address of the panel of a top-up. */
  linkOf: (topup: CardTopup) => LinkProps
}

/** The history of executed and failed top-ups. */
export function TopupHistory({ cards, page, filter, onFilter, onPage, linkOf }: Props) {
  const { t } = useLingui()
  const topups = useQuery(topupListQuery(page, filter))
  const columns = useColumns(linkOf)
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <Filters cards={cards} filter={filter} onFilter={onFilter} count={foundIn(topups)} />
      <ListPage
        query={topups}
        caption={t`Recharges`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les recharges n’ont pas pu être chargées`}
        empty={
          isNarrowed ? (
            <EmptyState
              motif="search"
              title={t`Aucune recharge ne correspond`}
              action={
                <Button onClick={() => onFilter({})}>
                  <Trans>Voir toutes les recharges</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState motif="lines" title={t`Aucune recharge`}>
              <Trans>Chaque recharge paraît ici, avec ses frais et son reçu.</Trans>
            </EmptyState>
          )
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} recharges`}
        onPage={onPage}
      />
    </>
  )
}

function Filters({
  cards,
  filter,
  onFilter,
  count,
}: Pick<Props, 'cards' | 'filter' | 'onFilter'> & { count: number | undefined }) {
  const { t } = useLingui()
  const statuses = useLabels(topupStatusLabels)
  const filters: Filter<TopupFilter>[] = [
    choiceFilter({
      name: 'card',
      label: t`Carte`,
      value: filter.card,
      options: cards.map(({ id, holder, number_masked }) => ({
        value: id,
        label: `${holder} · ${lastDigits(number_masked)}`,
      })),
    }),
    usePeriodFilter(filter),
    choiceFilter({
      name: 'status',
      label: t`Statut`,
      value: filter.status,
      options: topupStatuses.map((value) => ({ value, label: statuses[value] })),
    }),
  ]
  const counted = (found: number) => t`${plural(found, { one: '# recharge', other: '# recharges' })}`
  return (
    <FilterBar
      filter={filter}
      filters={filters}
      onChange={onFilter}
      query={(draft) => topupListQuery(1, draft)}
      counted={counted}
      count={count}
    >
      <ExportButton
        isEmpty={!count}
        counted={counted(count ?? 0)}
        narrowed={filters.flatMap(({ text }) => text ?? [])}
        formats={[
          { label: 'Excel', fetchExport: (how) => fetchTopups('xlsx', filter, how) },
          { label: 'CSV', fetchExport: (how) => fetchTopups('csv', filter, how) },
        ]}
      />
    </FilterBar>
  )
}

function useColumns(linkOf: Props['linkOf']): Column<CardTopup>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const day = ({ created_at }: CardTopup) => rowDate(fromUnix(created_at))
  return [
    { id: 'date', kind: 'date', head: t`Date`, cell: (topup) => day(topup) },
    {
      id: 'card',
      kind: 'main',
      head: t`Carte`,
      cell: (topup) => (
        <Subject
          title={
            <Link {...linkOf(topup)} resetScroll={false}>
              {topup.card.holder}
            </Link>
          }
          detailOnPhone={day(topup)}
          detail={<span className="num">•••• {lastDigits(topup.card.number_masked)}</span>}
        />
      ),
    },
    {
      id: 'kind',
      kind: 'text',
      head: t`Fréquence`,
      cell: ({ is_recurring }) => (is_recurring ? t`Récurrente` : t`Une seule fois`),
    },
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: (topup) => topup.status !== 'done' && <TopupStatus topup={topup} />,
    },
    {
      id: 'fees',
      kind: 'figure',
      head: t`Frais et TAF`,
      cell: ({ status, fees, tax, currency }) =>
        status !== 'failed' && <Money amount={fees + tax} currency={currency} />,
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Recharge`,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}
