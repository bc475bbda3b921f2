import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { ArrowDownUp, Calendar, SlidersHorizontal, Tag, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useLabels } from '../../lib/use-labels.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { FilterChip } from '../../ui/fields/FilterChip.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { highest, lowest, readAmountSearch } from './amount-search.ts'
import { categoriesQuery, type OperationSearch } from './operation-queries.ts'
import styles from './OperationFilters.module.css'
import { periodNamed } from './periods.ts'

const OperationFiltersModal = lazyPart(async () => (await import('./OperationFiltersModal.tsx')).OperationFiltersModal)
const PeriodWindow = lazyPart(async () => (await import('./FilterWindows.tsx')).PeriodWindow)
const SignWindow = lazyPart(async () => (await import('./FilterWindows.tsx')).SignWindow)
const CategoryWindow = lazyPart(async () => (await import('./FilterWindows.tsx')).CategoryWindow)
const AmountWindow = lazyPart(async () => (await import('./FilterWindows.tsx')).AmountWindow)
const ViewsModal = lazyPart(async () => (await import('./ViewsModal.tsx')).ViewsModal)

type Props = {
  filter: OperationSearch
  onChange: (filter: OperationSearch) => void
  /** The totals of the filter, once known. */
  found: ReactNode
  /** Elements beside the filters. */
  children?: ReactNode
}

/** The filters of the list. All of them are in the address, and each can be removed separately. */
export function OperationFilters({ filter, onChange, found, children }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [hasViews, setViews] = useState(false)
  const { currency } = useAccount()
  const formats = useFormats()
  const notation = useMemo(() => formats.amountNotation(currency), [formats, currency])
  // An unfinished amount is not a search text: it becomes a filter once it is complete.
  const onSearch = useCallback(
    (search: string) => {
      if (!readAmountSearch(search, notation)) onChange({ ...filter, search })
    },
    [filter, onChange, notation],
  )
  const { typed, setTyped } = useUrlSearch(filter.search ?? '', onSearch)
  const written = readAmountSearch(typed, notation)
  const amountText = useAmountText(written ?? {})
  const takeAmount = () => {
    if (!written) return
    const { min, max, rest } = written
    setTyped(rest)
    onChange({ ...filter, min, max, search: rest })
  }
  const [now] = useState(() => new Date())
  const period = periodNamed(filter, now)
  const periods = {
    month: t`Ce mois-ci`,
    'last-month': t`Le mois dernier`,
    'three-months': t`Trois mois`,
    year: t`Cette année`,
  }
  const days = useDaysText(filter)
  const amounts = useAmountText(filter)
  const signs = { credit: t`Entrées`, debit: t`Sorties` }
  const known = useQuery({ ...categoriesQuery(), enabled: filter.categories !== undefined }).data?.answer
  const ids = filter.categories?.split(',') ?? []
  const labels = ids.map((id) => known?.find((category) => category.id === id)?.label ?? t`Catégorie supprimée`)
  const categoryLabels = ids.length === 0 ? null : known ? labels.join(', ') : t`Catégorie`
  const chips = useChips(filter)
  return (
    <div className={styles.filters}>
      <search className={styles.bar}>
        <form
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault()
            takeAmount()
          }}
        >
          <SearchField
            label={t`Rechercher une opération`}
            placeholder={t`Nom, montant`}
            value={typed}
            onChange={setTyped}
            onLeave={takeAmount}
          />
        </form>
        <span className={styles.filterChips}>
          <FilterChip
            label={t`Période`}
            icon={Calendar}
            value={period ? periods[period] : days}
            clearLabel={t`Retirer le filtre ${(period ? periods[period] : days) ?? ''}`}
            onClear={() => onChange({ ...filter, from: undefined, to: undefined })}
            isWide
          >
            {(close) => <PeriodWindow filter={filter} onChange={onChange} close={close} />}
          </FilterChip>
          <FilterChip
            label={t`Sens`}
            icon={ArrowDownUp}
            value={filter.sign ? signs[filter.sign] : null}
            clearLabel={t`Retirer le filtre ${filter.sign ? signs[filter.sign] : ''}`}
            onClear={() => onChange({ ...filter, sign: undefined })}
          >
            {(close) => <SignWindow filter={filter} onChange={onChange} close={close} />}
          </FilterChip>
          {filter.account !== 'all' && (
            <FilterChip
              label={t`Catégorie`}
              icon={Tag}
              value={categoryLabels}
              clearLabel={t`Retirer le filtre ${categoryLabels ?? ''}`}
              onClear={() => onChange({ ...filter, categories: undefined })}
            >
              {(close) => <CategoryWindow filter={filter} onChange={onChange} close={close} />}
            </FilterChip>
          )}
          <FilterChip
            label={t`Montant`}
            value={amounts}
            clearLabel={t`Retirer le filtre ${amounts ?? ''}`}
            onClear={() => onChange({ ...filter, min: undefined, max: undefined })}
            isWide
          >
            {(close) => <AmountWindow filter={filter} onChange={onChange} close={close} />}
          </FilterChip>
        </span>
        <span className={styles.end}>
          <IconButton icon={SlidersHorizontal} label={t`Filtres`} onClick={() => setOpen(true)} />
          {children}
        </span>
      </search>
      <p role="status" className="muted small" hidden={!amountText}>
        {amountText && <Trans>Entrée pour filtrer : {amountText}</Trans>}
      </p>
      {(chips.length > 0 || filter.search) && (
        <div className={styles.found}>
          <div role="status">{found}</div>
          <ul className={styles.chips} aria-label={t`Filtres actifs`}>
            {chips.map(({ name, without, isInBar }) => (
              <li key={name} className={isInBar ? 'on-phone' : undefined}>
                <button
                  type="button"
                  className={styles.chip}
                  aria-label={t`Retirer le filtre ${name}`}
                  onClick={() => onChange({ ...filter, ...without })}
                >
                  {name} <Icon shape={X} size="sm" />
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                className="link"
                onClick={() => {
                  setTyped('')
                  onChange({})
                }}
              >
                <Trans>Tout effacer</Trans>
              </button>
            </li>
          </ul>
        </div>
      )}
      {isOpen && (
        <OperationFiltersModal
          filter={filter}
          onChange={onChange}
          onViews={() => {
            setOpen(false)
            setViews(true)
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {hasViews && (
        <ViewsModal
          filter={filter}
          onPick={(picked) => {
            setTyped(picked.search ?? '')
            onChange(picked)
          }}
          onClose={() => setViews(false)}
        />
      )}
    </div>
  )
}

function useDaysText({ from, to }: OperationSearch): string | null {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const first = from && rowDate(fromPlainDate(from))
  const last = to && rowDate(fromPlainDate(to))
  if (first && last) return first === last ? first : `${first} – ${last}`
  if (first) return t`Depuis le ${first}`
  return last ? t`Jusqu’au ${last}` : null
}

function useAmountText({ min, max }: Pick<OperationSearch, 'min' | 'max'>): string | null {
  const { t } = useLingui()
  const { currency } = useAccount()
  const { moneyText } = useFormats()
  const text = (amount: number) => moneyText(amount, currency, 'plain')
  const [low, high] = [min === undefined ? null : lowest(min), max === undefined ? null : highest(max)]
  if (min !== undefined && max !== undefined) return min === max ? text(min) : `${text(min)} – ${text(max)}`
  if (low) return low.is === 'above' ? t`Plus de ${text(low.amount)}` : t`À partir de ${text(low.amount)}`
  if (high) return high.is === 'below' ? t`Moins de ${text(high.amount)}` : t`Jusqu’à ${text(high.amount)}`
  return null
}

/** Each active filter as text, with a button that removes it. The search text is in its own field. */
function useChips({
  from,
  to,
  sign,
  type,
  min,
  max,
  categories,
  documents,
  account,
}: OperationSearch): { name: string; without: OperationSearch; isInBar?: boolean }[] {
  const { t } = useLingui()
  const types: Record<Operation['type'], string> = useLabels(operationTypeLabels)
  const known = useQuery({ ...categoriesQuery(), enabled: categories !== undefined }).data?.answer
  const days = useDaysText({ from, to })
  const amounts = useAmountText({ min, max })
  const ids = categories?.split(',') ?? []
  return [
    ...(account ? [{ name: t`Tous les comptes`, without: { account: undefined } }] : []),
    ...(days ? [{ name: days, without: { from: undefined, to: undefined }, isInBar: true }] : []),
    ...(sign
      ? [{ name: sign === 'credit' ? t`Entrées` : t`Sorties`, without: { sign: undefined }, isInBar: true }]
      : []),
    ...(type ? [{ name: types[type], without: { type: undefined } }] : []),
    ...(amounts ? [{ name: amounts, without: { min: undefined, max: undefined }, isInBar: true }] : []),
    ...(documents
      ? [
          {
            name: documents === 'with' ? t`Avec pièce jointe` : t`Sans pièce jointe`,
            without: { documents: undefined },
          },
        ]
      : []),
    ...ids.flatMap((id) => {
      // A deleted category may still be in an address.
      const label = known && (known.find((category) => category.id === id)?.label ?? t`Catégorie supprimée`)
      return label
        ? [{ name: label, without: { categories: ids.filter((other) => other !== id).join(',') }, isInBar: true }]
        : []
    }),
  ]
}
