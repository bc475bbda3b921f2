import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useRef } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import { useAmountText } from '../../shell/filters/amount-filter.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { readAmountSearch } from './amount-search.ts'
import type { OperationSearch } from './operation-queries.ts'
import styles from './OperationListScreen.module.css'

type Props = { filter: OperationSearch; onChange: (filter: OperationSearch) => void }

/** The search of the operations: an amount such as ">50 000" becomes a filter once it is complete. */
export function OperationSearchField({ filter, onChange }: Props) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const formats = useFormats()
  const notation = useMemo(() => formats.amountNotation(currency), [formats, currency])
  // The latest filters are read when typing pauses.
  const latest = useRef({ filter, onChange })
  latest.current = { filter, onChange }
  const onSearch = useCallback(
    (search: string) => {
      if (!readAmountSearch(search, notation)) latest.current.onChange({ ...latest.current.filter, search })
    },
    [notation],
  )
  const { typed, setTyped } = useUrlSearch(filter.search ?? '', onSearch)
  const written = readAmountSearch(typed, notation)
  const amountText = useAmountText(written ?? {}, currency)
  const takeAmount = () => {
    if (!written) return
    const { min, max, rest } = written
    setTyped(rest)
    onChange({ ...filter, min, max, search: rest })
  }
  return (
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
      <p role="status" className={styles.hint} hidden={!amountText}>
        {amountText && <Trans>Entrée pour filtrer : {amountText}</Trans>}
      </p>
    </form>
  )
}
