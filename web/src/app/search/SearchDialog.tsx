import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { search as searchCall, type SearchResults } from 'contract/search.ts'
import { folded } from 'contract/values/folded.ts'
import { textIn } from 'contract/values/identity.ts'
import { ArrowRight, CornerDownLeft, Headset, ListFilter, Search, UserRoundPlus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { accountListQuery } from '../../domains/accounts/account-queries.ts'
import { callQuery } from '../../lib/api/query.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight } from '../../lib/session/session.ts'
import { Identity } from '../../shell/Identity.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IdentityAvatar, IdentityRow } from '../../ui/data/Identity.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDialog } from '../../ui/overlays/dialog.ts'
import { openHeaderDialog } from '../header/header-dialogs.ts'
import { markedParts } from './marked-parts.ts'
import { keepSearch, useRecentSearches } from './recent-searches.ts'
import styles from './SearchDialog.module.css'
import { type Command, useCommands } from './use-commands.ts'
import { accountResult, type Group, type Result, useResultGroups } from './use-results.tsx'

const SEARCH_DELAY_MS = 200
const MAX_ACCOUNTS = 3
const MAX_ACTIONS = 4

type Props = { account: Account; onAccount: (account: Account) => void; onClose: () => void }

const commandResult = ({ id, name, icon, run }: Command): Result => ({ id: `go-${id}`, name, icon, run })

/** Waits for a pause in typing: each request searches all operations. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

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
  const settled = useSettled(text)
  const found = useQuery({
    ...callQuery(searchCall, { query: { text: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  // Only results of the current text: Enter must not open what a former text has found.
  const results = text !== '' && settled === text && !found.isPlaceholderData ? found.data?.answer : undefined
  const isSearching = text !== '' && !results && !found.isError
  const groups = useGroups({ account, text, onAccount, results })
  const all = groups.flatMap(({ results: some }) => some)
  const chosen = Math.min(at, all.length - 1)
  const optionId = (result: Result | undefined) => result && `${id}-${result.id}`

  const list = useRef<HTMLDivElement>(null)
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
          <span className="from-tablet">
            <Kbd>{t`Échap`}</Kbd>
          </span>
          <span className="on-phone">
            <Button variant="quiet" size="sm" onClick={onClose}>{t`Fermer`}</Button>
          </span>
        </div>
        <div className={styles.body} aria-busy={isSearching}>
          <p className="sr" role="status">
            <Summary text={text} results={results} groups={groups} />
          </p>
          {text === '' && <Recent onChoose={setTyped} />}
          {found.isError && text !== '' && (
            <p className={styles.nothing}>
              <Trans>La recherche n’a pas abouti.</Trans>{' '}
              <Button variant="quiet" size="sm" onClick={() => void found.refetch()}>{t`Réessayer`}</Button>
            </p>
          )}
          {results && isNothing(results) && (
            <Nothing text={text} nearest={results.nearest} hasActions={groups[0]?.id === 'pages'} onChoose={setTyped} />
          )}
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={t`Résultats`}>
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
                    <Row result={result} searched={text} />
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
        <div className={cx(styles.foot, 'from-tablet')} aria-hidden>
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

const isNothing = ({ payments, payees, accounts, documents }: SearchResults) =>
  payments.total === 0 && [payees, accounts, documents].every(({ length }) => length === 0)

type GroupInput = Pick<Props, 'account' | 'onAccount'> & { text: string; results: SearchResults | undefined }

function useGroups({ account, text, onAccount, results }: GroupInput): Group[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { actions, pages } = useCommands(account)
  const groupsOf = useResultGroups({ account, text, onAccount })
  // Those that were chosen last; the search finds all others.
  const recent = useQuery({ ...accountListQuery('', 1, 'recent'), enabled: text === '' })
  const withResults = (...groups: Group[]) => groups.filter(({ results: some }) => some.length > 0)
  const actionGroup = (commands: readonly Command[]): Group => ({
    id: 'actions',
    name: t`Actions`,
    results: commands.map(commandResult),
  })
  const pageGroup = (commands: readonly Command[]): Group => ({
    id: 'pages',
    name: t`Aller à`,
    results: commands.map(commandResult),
  })
  if (text === '') {
    const others = (recent.data?.answer ?? []).filter(({ uuid }) => uuid !== account.uuid).slice(0, MAX_ACCOUNTS)
    return withResults(
      actionGroup(actions.slice(0, MAX_ACTIONS)),
      { id: 'accounts', name: t`Comptes`, results: others.map((one) => accountResult(one, onAccount)) },
      pageGroup(pages),
      { ...actionGroup(actions.slice(MAX_ACTIONS)), id: 'more', name: t`Aussi` },
    )
  }
  const wanted = folded(text)
  const named = (commands: readonly Command[]) => commands.filter(({ name }) => folded(name).includes(wanted))
  const [found, foundPages] = [named(actions), named(pages)]
  if (results && isNothing(results) && found.length + foundPages.length === 0) {
    const instead: Command[] = [
      ...(actions.some(({ id }) => id === 'payee')
        ? [
            {
              id: 'add',
              name: t`Ajouter un bénéficiaire`,
              icon: UserRoundPlus,
              run: () => void navigate(paths.newBeneficiary()),
            },
          ]
        : []),
      ...(hasRight(account, 'operations')
        ? [
            {
              id: 'period',
              name: t`Chercher dans une période précise`,
              icon: ListFilter,
              run: () => void navigate({ ...paths.operations(), search: { search: text } }),
            },
          ]
        : []),
      { id: 'ask', name: t`Demander à votre conseiller`, icon: Headset, run: () => openHeaderDialog('advisor') },
    ]
    return [{ id: 'instead', name: t`Faire quand même`, results: instead.map(commandResult) }]
  }
  return withResults(pageGroup(foundPages), ...(results ? groupsOf(results) : []), actionGroup(found))
}

function Marked({ text, searched }: { text: string; searched: string }) {
  return markedParts(text, searched).map((part, index) =>
    // Parts have no identity but their place.
    part.isFound ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  )
}

function Row({ result, searched }: { result: Result; searched: string }): ReactNode {
  const language = useLanguage()
  if ('more' in result)
    return (
      <span className={styles.more}>
        {result.more} <Icon shape={ArrowRight} size="sm" />
      </span>
    )
  if ('icon' in result)
    return (
      <IdentityRow
        avatar={<IdentityAvatar tint="brand" size="sm" icon={result.icon} />}
        name={<Marked text={result.name} searched={searched} />}
        memo={result.detail}
      />
    )
  const { identity, detail, end } = result
  const memo = identity.memo === null ? null : textIn(identity.memo, language)
  return (
    <Identity
      identity={identity}
      size="sm"
      title={(name) => <Marked text={name} searched={searched} />}
      detail={[detail, memo].filter(Boolean).join(' · ')}
      end={end}
    />
  )
}

function Recent({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useLingui()
  const recent = useRecentSearches()
  if (recent.length === 0) return null
  return (
    <div>
      <div className={styles.group}>{t`Recherches récentes`}</div>
      <div className={styles.chips}>
        {recent.map((text) => (
          <button key={text} type="button" className={styles.chip} onClick={() => onChoose(text)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}

type NothingProps = { text: string; nearest: string | null; hasActions: boolean; onChoose: (text: string) => void }

function Nothing({ text, nearest, hasActions, onChoose }: NothingProps) {
  if (hasActions) return null
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle}>
        <Trans>Rien pour « {text} »</Trans>
      </p>
      <p className="muted">
        {nearest === null ? (
          <Trans>Ni paiement, ni nom, ni document.</Trans>
        ) : (
          <Trans>
            Ni paiement, ni nom, ni document. Le plus proche :{' '}
            <button type="button" className={styles.nearest} onClick={() => onChoose(nearest)}>
              {nearest}
            </button>
          </Trans>
        )}
      </p>
    </div>
  )
}

/** What was found, as one sentence for screen readers. */
function Summary({ text, results, groups }: { text: string; results: SearchResults | undefined; groups: Group[] }) {
  const { t } = useLingui()
  if (text === '') return t`Suggestions`
  if (!results) return null
  if (isNothing(results) && groups.every(({ id }) => id === 'instead')) return t`Aucun résultat`
  const visible = groups.reduce((sum, group) => sum + group.results.filter((one) => !('more' in one)).length, 0)
  return t`${plural(results.payments.total, { 0: 'Aucun paiement', one: '# paiement', other: '# paiements' })}, ${plural(visible, { one: '# résultat affiché', other: '# résultats affichés' })}`
}
