import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { FilterChip } from '../../ui/fields/FilterChip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { onRequest } from '../on-request/catalogue.ts'
import { type Filter, given, type ListQuery, type ListReply } from './filter.ts'
import styles from './FilterBar.module.css'
import type { FilterSheet as FilterSheetOf } from './FilterSheet.tsx'
import type { FilterWindow as FilterWindowOf } from './FilterWindow.tsx'
import { UrlSearchField } from './UrlSearchField.tsx'

// A lazy component loses the type parameter of its function.
const FilterWindow = lazyPart(
  async () => (await import('./FilterWindow.tsx')).FilterWindow,
  onRequest,
) as unknown as typeof FilterWindowOf
const FilterSheet = lazyPart(
  async () => (await import('./FilterSheet.tsx')).FilterSheet,
  onRequest,
) as unknown as typeof FilterSheetOf

type Props<F, R extends ListReply> = {
  filter: F
  /** The new filter, which begins at the first page. */
  onChange: (filter: F) => void
  filters: readonly Filter<F>[]
  query: ListQuery<F, R>
  /** "35 opérations" */
  counted: (count: number) => string
  /** The number of rows of the list, once known. */
  count: number | undefined
  /** The sums of the rows, beside their number. */
  sums?: ReactNode
  /** The search field; in its place an own one may stand. */
  search?: { label: string; placeholder: string } | ReactNode
  /** Above the filters of the sheet, which it can close. */
  lead?: (close: () => void) => ReactNode
  /** At the right edge: the export. */
  children?: ReactNode
}

const isField = (search: unknown): search is { label: string; placeholder: string } =>
  typeof search === 'object' && search !== null && 'placeholder' in search

/** The bar above a list: a search, filters that become their value, and the export of the rows. A phone has one button for all filters. */
export function FilterBar<F extends { search?: string | undefined }, R extends ListReply>(props: Props<F, R>) {
  const { filter, onChange, filters, query, counted, count, sums, search, lead, children } = props
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const change = (next: F) => onChange(given(next))
  const chipOf = (one: Filter<F>, onPress?: () => void) => (
    <FilterChip
      key={one.id}
      label={one.label}
      icon={one.icon}
      value={one.text}
      clearLabel={t`Retirer le filtre ${one.text ?? one.label}`}
      onClear={() => change({ ...filter, ...one.cleared })}
      isWide={one.isWide ?? false}
      {...(onPress && { onPress })}
    >
      {(close) => (
        <FilterWindow filter={filter} of={one} query={query} counted={counted} onChange={onChange} close={close} />
      )}
    </FilterChip>
  )
  const set = filters.filter(({ text }) => text !== null)
  const hasRare = filters.some(({ isRare }) => isRare)
  const isNarrowed = set.length > 0 || Boolean(filter.search)
  const setCount = set.length
  return (
    <div className={cx(styles.filters, 'no-print')}>
      <search className={styles.bar}>
        {isField(search) ? (
          <UrlSearchField
            {...search}
            value={filter.search ?? ''}
            onSearch={(text) => change({ ...filter, search: text || undefined })}
          />
        ) : (
          search
        )}
        <div className={styles.chips}>
          {filters.filter(({ isRare, text }) => !isRare || text !== null).map((one) => chipOf(one))}
        </div>
        <span className={styles.end}>
          {filters.length > 0 && (
            <span className={cx(styles.all, !hasRare && 'on-phone')}>
              <IconButton
                icon={SlidersHorizontal}
                look="line"
                label={
                  setCount === 0
                    ? t`Filtres`
                    : t`${plural(setCount, { one: 'Filtres, # actif', other: 'Filtres, # actifs' })}`
                }
                onClick={() => setOpen(true)}
              />
              {setCount > 0 && (
                <span className={styles.number} aria-hidden>
                  {setCount}
                </span>
              )}
            </span>
          )}
          {children}
        </span>
      </search>
      {set.length > 0 && (
        <div className={cx(styles.active, 'on-phone')}>{set.map((one) => chipOf(one, () => setOpen(true)))}</div>
      )}
      {isNarrowed && (
        <div className={styles.found}>
          <span role="status">
            {count !== undefined && <b>{counted(count)}</b>}
            {sums}
          </span>
          <button
            type="button"
            className="link"
            onClick={() =>
              change(filters.reduce((rest, { cleared }) => ({ ...rest, ...cleared }), { ...filter, search: undefined }))
            }
          >
            <Trans>Tout effacer</Trans>
          </button>
        </div>
      )}
      {isOpen && (
        <FilterSheet
          filter={filter}
          filters={filters}
          query={query}
          counted={counted}
          onChange={onChange}
          onClose={() => setOpen(false)}
          lead={lead?.(() => setOpen(false))}
        />
      )}
    </div>
  )
}
