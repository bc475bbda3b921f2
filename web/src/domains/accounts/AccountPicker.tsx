import { groupByFour } from 'contract/values/iban.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Account } from 'contract/accounts.ts'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { initialsOf, useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { BlockProblem } from '../../shell/Problem.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { accountCountQuery, accountListQuery } from './account-queries.ts'
import { AccountState } from './AccountState.tsx'
import styles from './AccountPicker.module.css'

const SEARCH_DELAY_MS = 300

type Props = { current: Account; onChoose: (account: Account) => void; onClose: () => void }

export function AccountPicker({ current, onChoose, onClose }: Props) {
  const { t } = useLingui()
  const { count } = useFormats()
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState({ search: '', page: 1 })
  // A new search takes the place of the one under way: the query's signal aborts it.
  const accounts = useQuery(accountListQuery(wanted.search, wanted.page))
  const all = useQuery(accountCountQuery()).data?.page?.total

  useEffect(() => {
    const search = typed.trim()
    const timer = setTimeout(() => setWanted((before) => (before.search === search ? before : { search, page: 1 })), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const page = accounts.data?.page
  const isEmpty = accounts.isSuccess && accounts.data.answer.length === 0
  const total = wanted.search === '' ? (all ?? page?.total) : page?.total
  const first = page ? (page.current - 1) * page.perPage + 1 : 1
  const last = page ? Math.min(page.current * page.perPage, page.total) : 0
  const found = total ?? 0
  return (
    <Modal
      title={t`Choisir un compte`}
      onClose={onClose}
      size="tall"
      foot={
        page &&
        !isEmpty && (
          <Pagination
            isNarrow
            page={page.current}
            pageCount={page.count}
            onPage={(next) => setWanted((before) => ({ ...before, page: next }))}
            summary={t`${count(first)}–${count(last)} sur ${count(page.total)} comptes`}
          />
        )
      }
    >
      <SearchField
        isLarge
        hasFocus
        label={t`Rechercher un compte`}
        placeholder={t`Nom, numéro ou IBAN`}
        value={typed}
        onChange={setTyped}
        describedBy="account-count"
      />
      <p className="muted small num" id="account-count" role="status">
        {isEmpty ? (
          <Trans>Aucun compte ne correspond à « {wanted.search} ».</Trans>
        ) : (
          total !== undefined && <Plural value={found} one="# compte" other="# comptes" />
        )}
      </p>
      {accounts.isPending && (
        <Skeleton>
          <SkeletonRows count={6} hasTile />
        </Skeleton>
      )}
      {accounts.isError && <BlockProblem text={t`Les comptes n’ont pas pu être chargés.`} onRetry={() => void accounts.refetch()} />}
      {isEmpty && (
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
      {accounts.isSuccess && !isEmpty && (
        <ul className={styles.list} aria-busy={accounts.isPlaceholderData || undefined}>
          {accounts.data.answer.map((account) => (
            <li key={account.uuid}>
              <AccountChoice account={account} isCurrent={account.uuid === current.uuid} onChoose={() => onChoose(account)} />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

function AccountChoice({ account, isCurrent, onChoose }: { account: Account; isCurrent: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      className={cx(styles.choice, isCurrent && styles.current)}
      aria-current={isCurrent || undefined}
      onClick={onChoose}
    >
      <Tile letters={initialsOf(account.holder)} tone={isCurrent ? 'brand' : 'plain'} className="from-tablet" />
      <span className={styles.text}>
        <span className={styles.title}>
          {account.label}
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
        <Money amount={account.balance} currency={account.currency} />
      </span>
      <span className={styles.check}>{isCurrent && <Icon shape={Check} size="sm" />}</span>
    </button>
  )
}
