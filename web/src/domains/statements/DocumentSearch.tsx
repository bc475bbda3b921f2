import { useLingui } from '@lingui/react/macro'
import type { DocumentType } from 'contract/accounts/statements.ts'
import { FilterSelect } from '../../ui/fields/FilterSelect.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import type { DocumentFilter } from './document-queries.ts'
import styles from './StatementListScreen.module.css'

type Props = {
  type: Exclude<DocumentType, 'statements'>
  filter: DocumentFilter
  onChange: (change: DocumentFilter) => void
}

/** Filters notices, of which there may be thousands, by text or amount, and by direction. */
export function DocumentSearch({ type, filter, onChange }: Props) {
  const { t } = useLingui()
  const { typed, setTyped } = useUrlSearch(filter.search ?? '', (search) => onChange({ search: search || undefined }))
  return (
    <div className={styles.search} role="search" aria-label={t`Rechercher un document`}>
      <SearchField
        label={type === 'avis' ? t`Rechercher un avis` : t`Rechercher un message`}
        placeholder={type === 'avis' ? t`Contrepartie, libellé, montant` : t`Bénéficiaire, référence`}
        value={typed}
        onChange={setTyped}
      />
      {type === 'avis' && (
        <FilterSelect
          label={t`Sens`}
          value={filter.sign ?? ''}
          options={[
            { value: 'credit', label: t`Avis de crédit` },
            { value: 'debit', label: t`Avis de débit` },
          ]}
          onChange={(value) => onChange({ sign: (['credit', 'debit'] as const).find((sign) => sign === value) })}
        />
      )}
    </div>
  )
}
