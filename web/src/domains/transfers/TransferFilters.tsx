import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { transferStatuses } from 'contract/transfers/transfer-status-codes.ts'
import { transferStatusLabels, validationLabels } from 'contract/transfers/transfer-statuses.ts'
import { transferTypes, validationStatuses } from 'contract/transfers/transfers.ts'
import { useLanguage } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { ExportButton } from '../../shell/exports/ExportButton.tsx'
import { useAmountFilter } from '../../shell/filters/amount-filter.tsx'
import { choiceFilter } from '../../shell/filters/choice-filter.tsx'
import type { Filter } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { usePeriodFilter } from '../../shell/filters/period-filter.tsx'
import { useTransferTypes } from './transfer-labels.ts'
import { fetchTransfers, type TransferFilter, transferListQuery } from './transfer-queries.ts'

type Props = {
  filter: TransferFilter
  count: number | undefined
  onChange: (filter: TransferFilter) => void
}

/** The filters of the transfers, all of which are in the address. */
export function TransferFilters({ filter, count, onChange }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const types = useTransferTypes()
  const { currency } = useAccount()
  const filters: Filter<TransferFilter>[] = [
    usePeriodFilter(filter),
    choiceFilter({
      name: 'status',
      label: t`Statut`,
      value: filter.status,
      options: transferStatuses.map((value) => ({ value, label: transferStatusLabels[value][language] })),
    }),
    choiceFilter({
      name: 'type',
      label: t`Type`,
      value: filter.type,
      options: transferTypes.map((value) => ({ value, label: types[value] })),
    }),
    useAmountFilter(filter, currency),
    choiceFilter({
      name: 'validation',
      label: t`Validation`,
      value: filter.validation,
      options: validationStatuses.map((value) => ({ value, label: validationLabels[value][language] })),
      isRare: true,
    }),
  ]
  const counted = (found: number) => t`${plural(found, { one: '# virement', other: '# virements' })}`
  return (
    <FilterBar
      filter={filter}
      filters={filters}
      onChange={onChange}
      query={(draft) => transferListQuery(1, draft)}
      counted={counted}
      count={count}
      search={{ label: t`Rechercher un virement`, placeholder: t`Nom, motif, montant` }}
    >
      <ExportButton
        isEmpty={!count}
        counted={t`les virements, un par ligne`}
        narrowed={filters.flatMap(({ text }) => text ?? [])}
        formats={[
          { label: 'Excel', fetchExport: (how) => fetchTransfers('xlsx', filter, how) },
          { label: 'CSV', fetchExport: (how) => fetchTransfers('csv', filter, how) },
        ]}
      />
    </FilterBar>
  )
}
