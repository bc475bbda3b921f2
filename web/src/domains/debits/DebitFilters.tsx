import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { pastDebitStatuses } from 'contract/products/debits.ts'
import { debitStatusLabels } from 'contract/products/product-labels.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { ExportButton } from '../../shell/exports/ExportButton.tsx'
import { useAmountFilter } from '../../shell/filters/amount-filter.tsx'
import { choiceFilter } from '../../shell/filters/choice-filter.tsx'
import type { Filter } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { usePeriodFilter } from '../../shell/filters/period-filter.tsx'
import { type DebitFilter, debitListQuery, fetchDebits } from './debit-queries.ts'

type Props = {
  tab: 'upcoming' | 'history'
  filter: DebitFilter
  count: number | undefined
  onChange: (filter: DebitFilter) => void
}

/** The filters of the collections and their export. */
export function DebitFilters({ tab, filter, count, onChange }: Props) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const labels = useLabels(debitStatusLabels)
  const status = choiceFilter({
    name: 'status',
    label: t`Statut`,
    value: filter.status,
    options: pastDebitStatuses.map((value) => ({ value, label: labels[value] })),
  })
  const filters: Filter<DebitFilter>[] = [
    usePeriodFilter(filter),
    // An upcoming collection has no status yet.
    ...(tab === 'history' ? [status] : []),
    useAmountFilter(filter, currency),
  ]
  const counted = (found: number) => t`${plural(found, { one: '# prélèvement', other: '# prélèvements' })}`
  return (
    <FilterBar
      filter={filter}
      filters={filters}
      onChange={onChange}
      query={(draft) => debitListQuery(tab, 1, draft)}
      counted={counted}
      count={count}
      search={{ label: t`Rechercher un prélèvement`, placeholder: t`Créancier, libellé, montant` }}
    >
      <ExportButton
        isEmpty={!count}
        counted={counted(count ?? 0)}
        narrowed={filters.flatMap(({ text }) => text ?? [])}
        formats={[
          { label: 'Excel', fetchExport: (how) => fetchDebits(tab, 'xlsx', filter, how) },
          { label: 'CSV', fetchExport: (how) => fetchDebits(tab, 'csv', filter, how) },
        ]}
      />
    </FilterBar>
  )
}
