import { useCallback, useRef } from 'react'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import styles from './FilterBar.module.css'

type Props = { label: string; placeholder: string; value: string; onSearch: (search: string) => void }

/** The search field of a list, whose text is in the address. */
export function UrlSearchField({ label, placeholder, value, onSearch }: Props) {
  // The latest filters are read when typing pauses.
  const latest = useRef(onSearch)
  latest.current = onSearch
  const search = useCallback((text: string) => latest.current(text), [])
  const { typed, setTyped } = useUrlSearch(value, search)
  return (
    <div className={styles.search}>
      <SearchField label={label} placeholder={placeholder} value={typed} onChange={setTyped} />
    </div>
  )
}
