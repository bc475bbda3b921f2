import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DocumentType } from 'contract/accounts/statements.ts'
import { ExportButton } from '../../shell/exports/ExportButton.tsx'
import { choiceFilter } from '../../shell/filters/choice-filter.tsx'
import type { Filter } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { usePeriodFilter } from '../../shell/filters/period-filter.tsx'
import { type DocumentFilter, documentListQuery, fetchArchive } from './document-queries.ts'

type Props = {
  type: DocumentType
  filter: DocumentFilter
  count: number | undefined
  onChange: (filter: DocumentFilter) => void
  /** The documents to export. */
  ids: readonly string[]
  /** Which documents these are. */
  scope: string
}

/** The filters of statements, notices and messages, and their export as one archive. */
export function DocumentFilters({ type, filter, count, onChange, ids, scope }: Props) {
  const { t } = useLingui()
  const period = usePeriodFilter(filter)
  const sign = choiceFilter({
    name: 'sign',
    label: t`Type`,
    value: filter.sign,
    options: [
      { value: 'credit', label: t`Avis de crédit` },
      { value: 'debit', label: t`Avis de débit` },
    ],
  })
  const filters: Filter<DocumentFilter>[] = type === 'avis' ? [period, sign] : [period]
  const counted = (found: number) => t`${plural(found, { one: '# document', other: '# documents' })}`
  const searches = {
    statements: { label: t`Rechercher un relevé`, placeholder: t`Numéro du relevé` },
    avis: { label: t`Rechercher un avis`, placeholder: t`Nom, libellé, montant` },
    swift: { label: t`Rechercher un message`, placeholder: t`Bénéficiaire, référence` },
  }
  return (
    <FilterBar
      filter={filter}
      filters={filters}
      onChange={onChange}
      query={(draft) => documentListQuery(1, type, draft)}
      counted={counted}
      count={count}
      search={searches[type]}
    >
      <ExportButton
        isEmpty={ids.length === 0}
        counted={counted(ids.length)}
        narrowed={[]}
        scope={scope}
        formats={[
          {
            label: 'ZIP',
            fetchExport: (how) => fetchArchive(ids, how),
          },
        ]}
      />
    </FilterBar>
  )
}
