import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type CardTopup, topupStatuses } from 'contract/products/card-topups.ts'
import { topupStatusLabels } from 'contract/products/product-labels.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { PeriodFields } from '../../shell/forms/PeriodFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterSelect } from '../../ui/fields/FilterSelect.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { downloadTopups, type TopupFilter, topupListQuery } from './card-queries.ts'
import { lastDigits, TopupStatus } from './card-labels.tsx'
import styles from './CardsScreen.module.css'

type Props = {
  cards: readonly PrepaidCard[]
  page: number
  filter: TopupFilter
  onFilter: (filter: TopupFilter) => void
  onPage: (page: number) => void
  onOpen: (topup: CardTopup) => void
}

/** The history of executed and failed top-ups. */
export function TopupHistory({ cards, page, filter, onFilter, onPage, onOpen }: Props) {
  const { t } = useLingui()
  const topups = useQuery(topupListQuery(page, filter))
  const columns = useColumns(onOpen)
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <Filters cards={cards} filter={filter} onFilter={onFilter} isEmpty={topups.data?.answer.length === 0} />
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

const given = (filter: TopupFilter): TopupFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))

function Filters({
  cards,
  filter,
  onFilter,
  isEmpty,
}: Pick<Props, 'cards' | 'filter' | 'onFilter'> & { isEmpty: boolean }) {
  const { t } = useLingui()
  const statuses = useLabels(topupStatusLabels)
  const { isFetching, fetchFile } = useFetching()
  const [isOpen, setOpen] = useState(Boolean(filter.from ?? filter.to))
  const change = (one: TopupFilter) => onFilter(given({ ...filter, ...one }))
  return (
    <div className={styles.bar} role="search" aria-label={t`Filtrer les recharges`}>
      <FilterSelect
        label={t`Toutes les cartes`}
        value={filter.card ?? ''}
        options={cards.map(({ id, holder, number_masked }) => ({
          value: id,
          label: `${holder} · ${lastDigits(number_masked)}`,
        }))}
        onChange={(card) => change({ card: card || undefined })}
      />
      <FilterSelect
        label={t({ message: 'Tous les statuts', context: 'recharge' })}
        value={filter.status ?? ''}
        options={topupStatuses.map((value) => ({ value, label: statuses[value] }))}
        onChange={(value) => change({ status: topupStatuses.find((one) => one === value) })}
      />
      <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>Période</Trans>
      </Button>
      <span className={styles.end}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            icon={Download}
            size="sm"
            isIconOnPhone={format === 'xlsx'}
            disabled={isEmpty}
            isBusy={isFetching}
            onClick={() => void fetchFile(() => downloadTopups(format, filter))}
          >
            {format === 'csv' ? t`Exporter en CSV` : t`Exporter en Excel`}
          </Button>
        ))}
      </span>
      {isOpen && <PeriodFields period={filter} onChange={change} />}
    </div>
  )
}

function useColumns(onOpen: (topup: CardTopup) => void): Column<CardTopup>[] {
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
            <button type="button" data-row-act className={styles.link} onClick={() => onOpen(topup)}>
              {topup.card.holder}
            </button>
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
    { id: 'status', kind: 'status', head: t`Statut`, cell: ({ status }) => <TopupStatus status={status} /> },
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
