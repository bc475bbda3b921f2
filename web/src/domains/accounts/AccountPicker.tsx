import { groupByFour } from 'contract/values/iban.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Account } from 'contract/accounts/accounts.ts'
import { Check, Star } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { initialsOf, useFormats } from '../../lib/formats.ts'
import { useDelayedSearch } from '../../lib/use-delayed-search.ts'
import { useSession } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { BlockProblem } from '../../shell/Problem.tsx'
import { Tag } from '../../ui/data/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Pagination } from '../../ui/data/Pagination.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { type AccountGroup, accountCountQuery, accountListQuery, useStarAccount } from './account-queries.ts'
import { AccountState } from './AccountState.tsx'
import styles from './AccountPicker.module.css'

/** With fewer accounts than this the whole list is visible at once, without search, groups and pages. */
const SEARCH_FROM = 8
/** On a touch screen the focus would open the keyboard over the list. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

type Props = { current: Account; onChoose: (account: Account) => void; onClose: () => void }

export function AccountPicker({ current, onChoose, onClose }: Props) {
  const { t } = useLingui()
  const { count } = useFormats()
  const { user } = useSession()
  const known = user?.accounts.count ?? SEARCH_FROM
  const isLong = known >= SEARCH_FROM
  const { typed, setTyped, search, page, setPage, isWaiting } = useDelayedSearch()
  const [group, setGroup] = useState<AccountGroup>('all')
  // Enter selects the first account for the typed text, also when its response is still pending.
  const [isEntered, setEntered] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLDivElement>(null)
  // A new search replaces the previous one: the query's signal aborts it.
  const accounts = useQuery(accountListQuery(search, page, group))
  const all = useQuery(accountCountQuery()).data?.page?.total

  const isLoading = isWaiting || accounts.isPending || accounts.isPlaceholderData
  const best = accounts.data?.answer[0]
  useEffect(() => {
    if (!isEntered || isLoading) return
    setEntered(false)
    if (best) onChoose(best)
  }, [isEntered, isLoading, best, onChoose])

  const visible = accounts.data?.page
  const isEmpty = accounts.isSuccess && accounts.data.answer.length === 0
  const total = search === '' && group === 'all' ? (all ?? visible?.total) : visible?.total
  const first = visible ? (visible.current - 1) * visible.perPage + 1 : 1
  const last = visible ? Math.min(visible.current * visible.perPage, visible.total) : 0
  const found = total ?? 0
  const turn = (by: number) => {
    const next = page + by
    if (visible && next >= 1 && next <= visible.count) setPage(next)
  }
  /** Moves by keyboard from the search field into the list, along it, and through its pages. */
  const move = (event: KeyboardEvent) => {
    const choices = [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-choice]') ?? [])]
    const at = choices.indexOf(document.activeElement as HTMLButtonElement)
    const isTyping = document.activeElement instanceof HTMLInputElement
    const goTo = { ArrowDown: at + 1, ArrowUp: at - 1, ...(!isTyping && { Home: 0, End: choices.length - 1 }) }[
      event.key
    ]
    if (event.key === 'PageDown' || event.key === 'PageUp') turn(event.key === 'PageDown' ? 1 : -1)
    else if (event.key === 'Enter' && isTyping) setEntered(true)
    else if (goTo === undefined) return
    else if (goTo < 0) document.querySelector<HTMLInputElement>('dialog[open] input[type="search"]')?.focus()
    else choices[Math.min(goTo, choices.length - 1)]?.focus()
    event.preventDefault()
  }
  useEffect(() => {
    // Wherever the focus is in the dialog.
    const element = box.current?.closest('dialog')
    element?.addEventListener('keydown', move)
    return () => element?.removeEventListener('keydown', move)
  })
  return (
    <Modal
      title={t`Choisir un compte`}
      onClose={onClose}
      size={isLong ? 'tall' : 'wide'}
      foot={
        isLong &&
        visible &&
        !isEmpty && (
          <Pagination
            isNarrow
            page={visible.current}
            pageCount={visible.count}
            onPage={setPage}
            summary={t`${count(first)}–${count(last)} sur ${count(visible.total)} comptes`}
          />
        )
      }
    >
      <div className={styles.search} ref={box}>
        {isLong && (
          <SearchField
            isLarge
            hasFocus={hasKeyboard()}
            label={t`Rechercher un compte`}
            placeholder={t`Nom, numéro ou IBAN`}
            value={typed}
            onChange={(text) => {
              setEntered(false)
              setTyped(text)
            }}
            describedBy="account-count"
          />
        )}
        {isLong && (
          <Segmented
            label={t`Quels comptes`}
            value={group}
            options={[
              { value: 'all', label: t`Tous` },
              { value: 'recent', label: t`Récents` },
              { value: 'favourite', label: t`Favoris` },
            ]}
            onChange={(next) => {
              setGroup(next)
              setPage(1)
            }}
          />
        )}
        <p className={isLong ? 'muted small num' : 'sr'} id="account-count" role="status">
          {isEmpty && search !== '' ? (
            <Trans>Aucun compte ne correspond à « {search} ».</Trans>
          ) : (
            total !== undefined && <Plural value={found} one="# compte" other="# comptes" />
          )}
        </p>
        {accounts.isPending && (
          <Skeleton>
            <SkeletonRows count={Math.min(known, 6)} hasTile />
          </Skeleton>
        )}
        {accounts.isLoadingError && (
          <BlockProblem text={t`Les comptes n’ont pas pu être chargés.`} onRetry={() => void accounts.refetch()} />
        )}
        {isEmpty && search === '' && group !== 'all' && (
          <EmptyState
            motif="search"
            isSmall
            title={group === 'favourite' ? t`Aucun compte favori` : t`Aucun compte récent`}
          >
            {group === 'favourite' && <Trans>Une étoile à côté d’un compte le garde ici.</Trans>}
          </EmptyState>
        )}
        {isEmpty && search !== '' && (
          <EmptyState
            motif="search"
            isSmall
            title={t`Aucun résultat`}
            action={
              <Button onClick={() => setTyped('')}>
                <Trans>Effacer la recherche</Trans>
              </Button>
            }
          >
            <Trans>Vérifiez le numéro ou cherchez par nom.</Trans>
          </EmptyState>
        )}
        {accounts.data && !isEmpty && (
          <ul className={cx(styles.list, 'coming')} ref={list} aria-busy={accounts.isPlaceholderData || undefined}>
            {accounts.data.answer.map((account) => (
              <li key={account.uuid}>
                <AccountChoice
                  account={account}
                  isCurrent={account.uuid === current.uuid}
                  onChoose={() => onChoose(account)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  )
}

function AccountChoice({
  account,
  isCurrent,
  onChoose,
}: {
  account: Account
  isCurrent: boolean
  onChoose: () => void
}) {
  const { t } = useLingui()
  const { chosen, setStar } = useStarAccount(account.uuid)
  const name = accountName(account.label)
  // The last choice is displayed at once, and stays while the picker is open; after a failure the list is right.
  const isStarred = chosen ?? account.is_favourite
  return (
    <div className={cx(styles.row, isCurrent && styles.current)}>
      <button
        type="button"
        data-choice
        className={styles.choice}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
      >
        <Tile letters={initialsOf(account.holder)} tone={isCurrent ? 'brand' : 'plain'} className="from-tablet" />
        <span className={styles.text}>
          <span className={styles.title}>
            {name}
            {account.is_default && (
              <Tag>
                <Trans>par défaut</Trans>
              </Tag>
            )}
            <AccountState account={account} />
          </span>
          <span className={styles.detail}>
            {account.holder} <span className="nowrap">· {groupByFour(account.number)}</span>
          </span>
        </span>
        <span className={styles.end}>
          {account.balance !== null && <Money amount={account.balance} currency={account.currency} />}
        </span>
        <span className={styles.check}>{isCurrent && <Icon shape={Check} size="sm" />}</span>
      </button>
      <span className={cx(styles.star, isStarred && styles.starred)}>
        <IconButton
          icon={Star}
          size="sm"
          label={isStarred ? t`Retirer ${name} des favoris` : t`Ajouter ${name} aux favoris`}
          onClick={() => setStar(!isStarred)}
        />
      </span>
    </div>
  )
}
