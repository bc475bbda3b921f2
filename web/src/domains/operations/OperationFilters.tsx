import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { operationListQuery, type OperationSearch } from './operation-queries.ts'
import { OperationSearchField } from './OperationSearchField.tsx'
import { useOperationFilterFields } from './use-operation-filter-fields.tsx'

const ViewsModal = lazyPart(async () => (await import('./ViewsModal.tsx')).ViewsModal)

type Props = {
  filter: OperationSearch
  onChange: (filter: OperationSearch) => void
  count: number | undefined
  /** The totals of the filter, once known. */
  sums: ReactNode
  /** Elements beside the filters. */
  children?: ReactNode
}

/** The filters of the list, all of which are in the address, and the saved views. */
export function OperationFilters({ filter, onChange, count, sums, children }: Props) {
  const { t } = useLingui()
  const [hasViews, setViews] = useState(false)
  const filters = useOperationFilterFields(filter)
  return (
    <>
      <FilterBar
        filter={filter}
        filters={filters}
        onChange={onChange}
        query={(draft) => operationListQuery(1, draft)}
        counted={(found) => t`${plural(found, { one: '# opération', other: '# opérations' })}`}
        count={count}
        sums={sums}
        search={<OperationSearchField filter={filter} onChange={onChange} />}
        lead={(close) => (
          <button
            type="button"
            className="link"
            onClick={() => {
              close()
              setViews(true)
            }}
          >
            <Trans>Vues enregistrées</Trans>
          </button>
        )}
      >
        {children}
      </FilterBar>
      {hasViews && <ViewsModal filter={filter} onPick={onChange} onClose={() => setViews(false)} />}
    </>
  )
}
