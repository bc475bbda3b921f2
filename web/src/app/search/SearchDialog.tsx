import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Account } from 'contract/accounts/accounts.ts'
import { search as searchCall } from 'contract/search.ts'
import { CornerDownLeft, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { callQuery } from '../../lib/api/query.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDialog } from '../../ui/overlays/dialog.ts'
import { keepSearch } from './recent-searches.ts'
import styles from './SearchDialog.module.css'
import { NothingFound, RecentSearches, SearchSummary } from './SearchNotices.tsx'
import { SearchRow } from './SearchRow.tsx'
import type { Result } from './use-results.tsx'
import { useSearchGroups } from './use-search-groups.ts'

const SEARCH_DELAY_MS = 200

type Props = { account: Account; onAccount: (account: Account) => void; onClose: () => void }

/**
 * Finds payments, payees, accounts, documents and actions. The field keeps the focus; the arrow keys move along the results, Tab
 * jumps to the next group.
 */
export function SearchDialog({ account, onAccount, onClose }: Props) {
  const { t } = useLingui()
  const id = useId()
  const dialog = useDialog(onClose)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const text = typed.trim()
  // Each request searches all operations: it waits for a pause in typing.
  const settled = useDebounced(text, SEARCH_DELAY_MS)
  const found = useQuery({
    ...callQuery(searchCall, { query: { text: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  // Only results of the current text: Enter must not open what a former text has found.
  const results = text !== '' && settled === text && !found.isPlaceholderData ? found.data?.answer : undefined
  const isSearching = text !== '' && !results && !found.isError
  const { groups, isEmpty } = useSearchGroups({ account, text, onAccount, results })
  const all = groups.flatMap(({ results: some }) => some)
  const chosen = Math.min(at, all.length - 1)
  const optionId = (result: Result | undefined) => result && `${id}-${result.id}`

  const chosenId = optionId(all[chosen])
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const run = (result: Result | undefined) => {
    if (!result) return
    if (text !== '') keepSearch(text)
    onClose()
    result.run()
  }
  /** The first result of the next group, or of the one before; around at the ends. */
  const jump = (step: 1 | -1) => {
    const starts = groups.map((_, index) =>
      groups.slice(0, index).reduce((sum, { results: some }) => sum + some.length, 0),
    )
    const current = starts.findLastIndex((start) => start <= chosen)
    return starts[(current + step + starts.length) % starts.length] ?? 0
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    const next = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      Tab: event.shiftKey ? jump(-1) : jump(1),
      ...(event.ctrlKey && { Home: 0, End: all.length - 1 }),
    }[key]
    if (key === 'Enter') run(all[chosen])
    else if (next !== undefined && all.length > 0) setAt((next + all.length) % all.length)
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={t`Rechercher`}>
      <div className={styles.box}>
        <div className={styles.head}>
          <Icon shape={Search} />
          <input
            type="text"
            role="combobox"
            aria-label={t`Rechercher un paiement, un nom, un document`}
            placeholder={t`Un nom, un montant, un document`}
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosenId}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            data-first-focus
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setAt(0)
            }}
            onKeyDown={press}
          />
          {typed !== '' && <IconButton icon={X} label={t`Effacer`} onClick={() => setTyped('')} />}
          <span className="by-pointer">
            <Kbd>{t`Échap`}</Kbd>
          </span>
          <span className="by-touch">
            <Button variant="quiet" size="sm" onClick={onClose}>{t`Fermer`}</Button>
          </span>
        </div>
        <div className={styles.body} aria-busy={isSearching}>
          <p className="sr" role="status">
            <SearchSummary text={text} results={results} groups={groups} isEmpty={isEmpty} />
          </p>
          {text === '' && <RecentSearches onChoose={setTyped} />}
          {found.isError && text !== '' && (
            <p className={styles.nothing}>
              <Trans>La recherche n’a pas abouti.</Trans>{' '}
              <Button variant="quiet" size="sm" onClick={() => void found.refetch()}>{t`Réessayer`}</Button>
            </p>
          )}
          {results && isEmpty && <NothingFound text={text} nearest={results.nearest} onChoose={setTyped} />}
          <div id={`${id}-list`} role="listbox" aria-label={t`Résultats`}>
            {groups.map((group) => (
              <div key={group.id} role="group" aria-label={group.name}>
                <div className={styles.group} aria-hidden>
                  {group.name}
                </div>
                {group.results.map((result) => (
                  <div
                    key={result.id}
                    id={optionId(result)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={result === all[chosen]}
                    className={cx(styles.option, result === all[chosen] && styles.chosen)}
                    onPointerMove={() => setAt(all.indexOf(result))}
                    onClick={() => run(result)}
                    onKeyDown={press}
                  >
                    <SearchRow result={result} searched={text} />
                    <span className={styles.enter} aria-hidden>
                      <Kbd>
                        <Icon shape={CornerDownLeft} size="xs" />
                      </Kbd>
                    </span>
                  </div>
                ))}
              </div>
            ))}
          </div>
          {isSearching && <p className={styles.searching} aria-hidden />}
        </div>
        <div className={cx(styles.foot, 'by-pointer')} aria-hidden>
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Trans>parcourir</Trans>
          </span>
          <span>
            <Kbd>↵</Kbd> <Trans>ouvrir</Trans>
          </span>
          <span>
            <Kbd>Tab</Kbd> <Trans>groupe suivant</Trans>
          </span>
          <span>{t`>50 000 cherche un montant`}</span>
        </div>
      </div>
    </dialog>
  )
}
