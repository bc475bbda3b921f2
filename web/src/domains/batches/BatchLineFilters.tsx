import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { BatchLineFilter, BatchLineOrder } from 'contract/transfers/batches.ts'
import { useCallback } from 'react'
import { paths } from '../../lib/paths.ts'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './BatchScreen.module.css'

const route = getRouteApi('/signed-in/main/transfers/batches/$batchId')

/** Filters of the lines. While they are examined, the reasons for a review filter them, and these lines come first. */
export function BatchLineFilters({ id, isExamined }: { id: string; isExamined: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { only, search, sort, account } = route.useSearch()
  const ask = useCallback(
    (change: {
      only?: BatchLineFilter | undefined
      search?: string | undefined
      sort?: BatchLineOrder | undefined
    }) => {
      const next = { only, search, sort, ...change }
      void navigate({
        ...paths.batch(id),
        search: {
          ...(account && { account }),
          ...(next.only && { only: next.only }),
          ...(next.search && { search: next.search }),
          ...(next.sort && { sort: next.sort }),
        },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, id, only, search, sort, account],
  )
  const onSearch = useCallback((text: string) => ask({ search: text }), [ask])
  const { typed, setTyped } = useUrlSearch(search ?? '', onSearch)
  return (
    <search className={`${styles.filters} no-print`}>
      {!isExamined && (
        <Segmented<'all' | 'new' | 'failed'>
          label={t`Lignes à montrer`}
          value={only === 'new' || only === 'failed' ? only : 'all'}
          options={[
            { value: 'all', label: t`Toutes` },
            { value: 'new', label: t`Nouveaux bénéficiaires` },
            { value: 'failed', label: t`Non exécutées` },
          ]}
          onChange={(next) => ask({ only: next === 'all' ? undefined : next })}
        />
      )}
      <SearchField
        label={t`Rechercher une ligne`}
        placeholder={t`Nom, IBAN, libellé`}
        value={typed}
        onChange={setTyped}
      />
      <SelectField<BatchLineOrder | ''>
        name="sort"
        label={t`Trier par`}
        value={sort ?? ''}
        options={[
          { value: '', label: isExamined ? t`Lignes à regarder d’abord` : t`Ordre du fichier` },
          { value: 'amount', label: t`Montant, le plus élevé d’abord` },
          { value: 'name', label: t`Nom` },
          { value: 'bank', label: t`Banque` },
          { value: 'new', label: t`Nouveaux bénéficiaires d’abord` },
        ]}
        onChange={(next) => ask({ sort: next === '' ? undefined : next })}
      />
    </search>
  )
}
