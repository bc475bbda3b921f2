import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import type { LineFilter } from './filter-lines.ts'
import styles from './ImportScreen.module.css'

type Counts = Record<'all' | NonNullable<LineFilter['only']>, number>

/** Filters of the lines, with the number of each kind. */
export function ImportLineFilters({ filter, counts }: { filter: LineFilter; counts: Counts }) {
  const { t } = useLingui()
  const { count } = useFormats()
  const navigate = useNavigate()
  const { only, search } = filter
  const ask = useCallback(
    (change: LineFilter) => {
      const wanted = { only, search, ...change }
      void navigate({
        ...paths.importTransfers(),
        search: { ...(wanted.only && { only: wanted.only }), ...(wanted.search && { search: wanted.search }) },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, only, search],
  )
  const onSearch = useCallback((text: string) => ask({ search: text }), [ask])
  const { typed, setTyped } = useUrlSearch(search ?? '', onSearch)
  return (
    <search className={`${styles.filters} no-print`}>
      <Segmented<keyof Counts>
        label={t`Lignes à montrer`}
        value={only ?? 'all'}
        options={[
          { value: 'all', label: t`Toutes (${count(counts.all)})` },
          { value: 'invalid', label: t`En erreur (${count(counts.invalid)})` },
          { value: 'ready', label: t`Prêtes (${count(counts.ready)})` },
          ...(counts.twice > 0 || only === 'twice'
            ? [{ value: 'twice' as const, label: t`Doublons (${count(counts.twice)})` }]
            : []),
          ...(counts.names > 0 || only === 'names'
            ? [{ value: 'names' as const, label: t`Noms à vérifier (${count(counts.names)})` }]
            : []),
        ]}
        onChange={(next) => ask({ only: next === 'all' ? undefined : next })}
      />
      <div className={styles.search}>
        <SearchField
          label={t`Rechercher une ligne`}
          placeholder={t`Nom, IBAN, libellé`}
          value={typed}
          onChange={setTyped}
        />
      </div>
    </search>
  )
}
