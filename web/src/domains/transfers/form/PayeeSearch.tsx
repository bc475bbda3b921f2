import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { InstantPayee } from 'contract/transfers/instant-payments.ts'
import type { OwnAccount, TransferPayee } from 'contract/transfers/transfers.ts'
import { folded } from 'contract/values/folded.ts'
import { useNavigate } from '@tanstack/react-router'
import { ChevronRight, Search, UserRoundPlus, X, Zap } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { accountName } from '../../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { useDelayedSearch } from '../../../lib/use-delayed-search.ts'
import { Marked } from '../../../shell/Marked.tsx'
import { BlockProblem } from '../../../shell/Problem.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { IdentityAvatar } from '../../../ui/data/Identity.tsx'
import { makeRoomBelow } from '../../../ui/fields/make-room-below.ts'
import { PayeePicture } from './PayeePicture.tsx'
import { instantPayeesQuery, payeesQuery } from '../transfer-queries.ts'
import { type Payee, payeeOf, payeeOfOwn } from './transfer-draft.ts'
import field from '../../../ui/fields/Field.module.css'
import styles from './TransferForm.module.css'

type Option = {
  key: string
  group: string
  before: ReactNode
  title: ReactNode
  detail: ReactNode
  end?: ReactNode
  isDisabled?: boolean
  onChoose: () => void
}

type Props = {
  onChoose: (payee: Payee) => void
  /** Looks up a text as an alias or an account; null where the account cannot pay instantly. */
  onLookUp: ((typed: string) => void) | null
  mayAdd: boolean
  error: string | null
}

/** The maximum number of found payees of instant payments. */
const MAX_PAID = 5

/** A telephone number, a merchant code, an account number, or a payment address. */
const ALIAS = /^\+?\d[\d\s.-]+$|^[a-z]{2}\d\d[\da-z\s]{11,}$|^[\da-f]{8}-[\da-f-]{27}$/i

/** Finds a payee by name, account number or telephone number. Only what was found for the typed text can be selected. */
export function PayeeSearch({ onChoose, onLookUp, mayAdd, error }: Props) {
  const { t } = useLingui()
  const id = useId()
  const { typed, setTyped, search, isWaiting } = useDelayedSearch()
  const isAsking = typed.trim() !== ''
  const found = useQuery({ ...payeesQuery({ search }), enabled: search !== '' })
  const paid = useQuery({ ...instantPayeesQuery(), enabled: onLookUp !== null && isAsking })
  const isReady = isAsking && !isWaiting && found.isSuccess
  const paidFound = (paid.data?.answer ?? [])
    .filter(({ name }) => folded(name).includes(folded(search)))
    .slice(0, MAX_PAID)
  const options = useOptions(isReady ? { ...found.data.answer, paid: paidFound } : null, search, {
    onChoose,
    onLookUp,
    mayAdd,
  })
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const able = options.filter(({ isDisabled }) => !isDisabled)
  const at = able.find(({ key }) => key === chosenKey) ?? able[0] ?? null
  const saved = isReady ? found.data.answer.own_accounts.length + found.data.answer.beneficiaries.length : 0
  const hidden = isReady ? found.data.answer.total - saved : 0
  const count = saved + (isReady ? paidFound.length : 0)

  const move = (by: number) => {
    const index = able.findIndex(({ key }) => key === at?.key)
    const next = able[(index + by + able.length) % able.length]
    if (!next) return
    setChosenKey(next.key)
    document.getElementById(`${id}-${next.key}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && typed !== '') setTyped('')
    // The form is sent by Enter elsewhere; here it selects.
    else if (event.key === 'Enter') at?.onChoose()
    else return
    event.preventDefault()
  }
  const sentence = !isReady
    ? ''
    : count === 0
      ? t`Aucun bénéficiaire ni compte ne correspond à « ${search} ».`
      : t`${plural(count, { one: '# résultat', other: '# résultats' })} pour « ${search} ».`
  return (
    <div className={styles.finder}>
      <div className={cx(field.search, field.searchLarge, error && field.wrapInvalid)}>
        <Icon shape={Search} />
        <input
          type="text"
          role="combobox"
          aria-label={t`Chercher un bénéficiaire`}
          aria-expanded={isReady}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isReady && at ? `${id}-${at.key}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'payee-error' : undefined}
          placeholder={t`Nom, IBAN ou téléphone`}
          value={typed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            makeRoomBelow(target)
            setChosenKey(null)
            setTyped(target.value)
          }}
          onKeyDown={onKey}
        />
        {typed !== '' && <IconButton icon={X} size="sm" label={t`Effacer la recherche`} onClick={() => setTyped('')} />}
      </div>
      <p className="sr" role="status">
        {sentence}
      </p>
      {isAsking && (
        <div className={styles.found}>
          {found.isError && !isWaiting && (
            <BlockProblem text={t`Les bénéficiaires n’ont pas pu être chargés.`} onRetry={() => void found.refetch()} />
          )}
          {!isReady && !found.isError && (
            <Skeleton>
              <SkeletonRows count={3} hasTile />
            </Skeleton>
          )}
          {isReady && (
            <>
              {count === 0 && <p className={styles.foundNote}>{sentence}</p>}
              <div role="listbox" id={`${id}-list`} aria-label={t`Résultats`}>
                {options.map((option, index) => (
                  <Row
                    key={option.key}
                    id={`${id}-${option.key}`}
                    option={option}
                    isAt={option === at}
                    hasGroup={options[index - 1]?.group !== option.group}
                  />
                ))}
              </div>
              {hidden > 0 && (
                <p className={styles.foundNote}>
                  {t`${plural(hidden, { one: '# autre résultat', other: '# autres résultats' })} : précisez la recherche.`}
                </p>
              )}
            </>
          )}
        </div>
      )}
    </div>
  )
}

function Row({ id, option, isAt, hasGroup }: { id: string; option: Option; isAt: boolean; hasGroup: boolean }) {
  return (
    <>
      {hasGroup && (
        <p className={styles.foundGroup} role="presentation">
          {option.group}
        </p>
      )}
      {/* The keyboard stays in the search field, which names the current row. */}
      <button
        type="button"
        id={id}
        role="option"
        tabIndex={-1}
        className={cx(styles.row, isAt && styles.rowAt, option.isDisabled && styles.rowOff)}
        aria-selected={isAt}
        aria-disabled={option.isDisabled || undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={option.isDisabled ? undefined : option.onChoose}
      >
        {option.before}
        <span className={styles.pickText}>
          <b>{option.title}</b>
          <span className="muted num">{option.detail}</span>
        </span>
        {option.end && <span className={cx(styles.rowEnd, 'num')}>{option.end}</span>}
      </button>
    </>
  )
}

function useOptions(
  answer: {
    own_accounts: readonly OwnAccount[]
    beneficiaries: readonly TransferPayee[]
    paid: readonly InstantPayee[]
  } | null,
  search: string,
  { onChoose, onLookUp, mayAdd }: Omit<Props, 'error'>,
): Option[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { moneyText, rowDate } = useFormats()
  if (!answer) return []
  const ends = (number: string) => `•• ${number.slice(-4)}`
  const own = answer.own_accounts.map((account): Option => ({
    key: account.id,
    group: t`Mes comptes`,
    before: <PayeePicture name={accountName(account.label)} isOwn />,
    title: <Marked text={accountName(account.label)} searched={search} />,
    detail: t`${ends(account.number)}, sans frais, aussitôt`,
    end: moneyText(account.available, account.currency),
    onChoose: () => onChoose(payeeOfOwn(account)),
  }))
  const others = answer.beneficiaries.map((payee): Option => {
    const isPayable = payee.approval_status === 'approved'
    const day = payee.payments && rowDate(fromPlainDate(payee.payments.last.day))
    return {
      key: payee.id,
      group: t`Bénéficiaires`,
      before: <PayeePicture name={payee.name} isOwn={false} />,
      title: <Marked text={payee.name} searched={search} />,
      detail: isPayable
        ? [payee.bank_name, ends(payee.iban)].filter(Boolean).join(' · ')
        : payee.approval_status === 'pending'
          ? t`En attente d’approbation, pas encore payable`
          : t`Compte refusé, pas payable`,
      end: isPayable ? day : null,
      isDisabled: !isPayable,
      onChoose: () => onChoose(payeeOf(payee)),
    }
  })
  const add: Option = {
    key: 'add',
    group: t`Quelqu’un d’autre`,
    before: <IdentityAvatar tint="neutral" icon={UserRoundPlus} isRound />,
    title: t`Ajouter « ${search} »`,
    detail: t`Avec son IBAN`,
    end: <Icon shape={ChevronRight} size="sm" />,
    onChoose: () => void navigate({ ...paths.newBeneficiary(), search: { next: 'transfer' } }),
  }
  const paid = answer.paid.map(({ value, name, institution }): Option => ({
    key: value,
    group: t`Paiement instantané`,
    before: <PayeePicture name={name} isOwn={false} />,
    title: <Marked text={name} searched={search} />,
    detail: [institution, value].join(' · '),
    onChoose: () => onLookUp?.(value),
  }))
  const instant: Option = {
    key: 'instant',
    group: t`Paiement instantané`,
    before: <IdentityAvatar tint="neutral" icon={Zap} isRound />,
    title: t`Payer « ${search} »`,
    detail: t`Son nom s’affiche avant de payer`,
    end: <Icon shape={ChevronRight} size="sm" />,
    onChoose: () => onLookUp?.(search),
  }
  return [...own, ...others, ...paid, ...(onLookUp && ALIAS.test(search) ? [instant] : []), ...(mayAdd ? [add] : [])]
}
