import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { OwnAccount, TransferPayee } from 'contract/transfers/transfers.ts'
import { groupByFour, ribOf } from 'contract/values/iban.ts'
import { CircleAlert, UserRoundPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '@tanstack/react-router'
import { accountName } from '../../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { useInstantPayments } from '../../../lib/session/session.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton, SkeletonBlock } from '../../../ui/Skeleton.tsx'
import { IdentityAvatar } from '../../../ui/data/Identity.tsx'
import { BlockProblem } from '../../../shell/Problem.tsx'
import { instantPart } from '../../instant-payments/instant-part.ts'
import { PayeePicture } from './PayeePicture.tsx'
import { PayeeSearch } from './PayeeSearch.tsx'
import { type Payee, payeeOf, payeeOfLookup, payeeOfOwn } from './transfer-draft.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

const PayeeLookupPanel = instantPart(
  async () => (await import('../../instant-payments/PayeeLookupPanel.tsx')).PayeeLookupPanel,
)

type Payees = { own_accounts: OwnAccount[]; beneficiaries: TransferPayee[] }
type Props = {
  flow: TransferFlow
  payees: UseQueryResult<{ answer: Payees }>
  /** Called when a payee was selected: the amount comes next. */
  onChosen: () => void
}

const MAX_OWN_ACCOUNTS = 2
/** Of own accounts and beneficiaries: as many as stand side by side. */
const MAX_PICTURES = 6

/** Who is paid: own accounts and the last payees as pictures, everybody else by search. */
export function PayeePart({ flow: { form, account }, payees, onChosen }: Props) {
  const { t } = useLingui()
  const { beneficiary, alias } = form.draft
  const [isChanging, setChanging] = useState(false)
  const isInstant = useInstantPayments()
  // What is being looked up: a scanned code, or what was typed.
  const [lookedUp, setLookedUp] = useState(isInstant ? alias : null)
  const isSearching = beneficiary === null || isChanging
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChanging) part.current?.querySelector<HTMLInputElement>('input[role=combobox]')?.focus()
  }, [isChanging])
  const error = form.problemAt('beneficiary_id') ?? form.problemAt('lookup_id')
  const choose = (payee: Payee, network: TransferFlow['form']['draft']['network'] = null) => {
    // What was found has left the page before the amount is focused: its place would be scrolled away with it.
    flushSync(() => {
      form.set('beneficiary', payee, 'beneficiary_id')
      form.clearServerError('lookup_id')
      form.set('network', network)
      setChanging(false)
      setLookedUp(null)
    })
    onChosen()
  }
  const lookUp = (typed: string) => {
    // Nothing is sent to the former payee while another one is looked up.
    form.set('beneficiary', null, 'beneficiary_id')
    setLookedUp(typed)
  }
  const mayAdd = account.capabilities.includes('beneficiary.manage')
  const offered = payees.data?.answer
  return (
    <section className={styles.part} ref={part} aria-labelledby="payee-title">
      <div className={styles.partHead}>
        <h2 id="payee-title">
          <Trans context="bénéficiaire">À</Trans>
        </h2>
        <span className={styles.partLinks}>
          {isInstant && (
            <Link className="link small" {...paths.readCode()} preload={false}>
              <Trans>Scanner un code</Trans>
            </Link>
          )}
          {!isSearching && lookedUp === null && (
            <button type="button" className="link small" onClick={() => setChanging(true)}>
              <Trans>Chercher</Trans>
            </button>
          )}
        </span>
      </div>
      {payees.isPending && <PayeePicturesSkeleton />}
      {payees.isLoadingError && (
        <BlockProblem text={t`Les bénéficiaires n’ont pas pu être chargés.`} onRetry={() => void payees.refetch()} />
      )}
      {offered && (
        <PayeePictures
          offered={offered}
          chosen={beneficiary}
          isPicked={!isSearching}
          onChoose={(payee) => choose(payee)}
          mayAdd={mayAdd}
        />
      )}
      <p className="sr" role="status">
        {beneficiary?.lookup && `${beneficiary.name}, ${beneficiary.bank_name}`}
      </p>
      {lookedUp !== null ? (
        <PayeeLookupPanel
          key={lookedUp}
          typed={lookedUp}
          onFound={({ lookup, amount, label }) => {
            if (amount !== null) form.set('amount', amount)
            if (label !== null) form.set('label', label)
            // The payee of an edited order is looked up again: it stays paid in the same way.
            choose(payeeOfLookup(lookup), lookedUp === alias ? form.draft.network : null)
          }}
          onClose={() => {
            setLookedUp(null)
            setChanging(true)
          }}
        />
      ) : isSearching ? (
        <PayeeSearch
          onChoose={(payee) => choose(payee)}
          onLookUp={isInstant ? lookUp : null}
          mayAdd={mayAdd}
          error={error}
        />
      ) : (
        <Chosen payee={beneficiary} account={account} offered={offered} onChange={() => setChanging(true)} />
      )}
      {error && (
        <p className={styles.error} id="payee-error">
          <Icon shape={CircleAlert} size="sm" />
          {error}
        </p>
      )}
    </section>
  )
}

type PayeePicturesProps = {
  offered: Payees
  chosen: Payee | null
  isPicked: boolean
  onChoose: (payee: Payee) => void
  mayAdd: boolean
}

function PayeePictures({ offered, chosen, isPicked, onChoose, mayAdd }: PayeePicturesProps) {
  const { t } = useLingui()
  const own = offered.own_accounts.slice(0, MAX_OWN_ACCOUNTS)
  const others = offered.beneficiaries
    .filter(({ approval_status }) => approval_status === 'approved')
    .slice(0, MAX_PICTURES - own.length)
  return (
    <div
      className={cx(styles.faces, isPicked && styles.facesPicked)}
      role="group"
      aria-label={t`Mes comptes et derniers bénéficiaires`}
    >
      {own.map((account) => (
        <button
          key={account.id}
          type="button"
          className={styles.face}
          aria-pressed={chosen?.own_account_id === account.id}
          onClick={() => onChoose(payeeOfOwn(account))}
        >
          <PayeePicture name={accountName(account.label)} isOwn size="lg" />
          <span>{accountName(account.label)}</span>
        </button>
      ))}
      {own.length > 0 && others.length > 0 && <span className={styles.faceRule} aria-hidden />}
      {others.map((payee) => (
        <button
          key={payee.id}
          type="button"
          className={styles.face}
          aria-pressed={chosen?.id === payee.id}
          onClick={() => onChoose(payeeOf(payee))}
        >
          <PayeePicture name={payee.name} isOwn={false} size="lg" />
          <span>{payee.name}</span>
        </button>
      ))}
      {mayAdd && (
        <Link className={styles.face} {...paths.newBeneficiary()} search={{ next: 'transfer' }}>
          <IdentityAvatar tint="neutral" icon={UserRoundPlus} size="lg" isRound />
          <span>
            <Trans context="bénéficiaire">Nouveau</Trans>
          </span>
        </Link>
      )}
    </div>
  )
}

function PayeePicturesSkeleton() {
  return (
    <Skeleton>
      <div className={styles.faces}>
        {Array.from({ length: 5 }, (_, index) => (
          <span key={index} className={styles.face}>
            <SkeletonBlock width={3.25} height={3.25} />
            <SkeletonBlock width={3.5} />
          </span>
        ))}
      </div>
    </Skeleton>
  )
}

function Chosen({
  payee,
  account,
  offered,
  onChange,
}: {
  payee: Payee
  account: TransferFlow['account']
  offered: Payees | undefined
  onChange: () => void
}) {
  const { t } = useLingui()
  const { moneyText, rowDate, count, language } = useFormats()
  const { lookup } = payee
  const own = offered?.own_accounts.find(({ id }) => id === payee.own_account_id)
  const known = offered?.beneficiaries.find(({ id }) => id === payee.id)
  const payments = payee.payments ?? known?.payments ?? null
  // An own account has the same digits as everywhere: those of its number.
  const number = payee.own_account_id ? ribOf(payee.iban).account_number : payee.iban || (lookup?.account_end ?? '')
  const bank = payee.own_account_id ? account.holder : (payee.bank_name ?? groupByFour(payee.iban.slice(0, 4)))
  const country = lookup && new Intl.DisplayNames(language, { type: 'region' }).of(lookup.country)
  return (
    <div className={cx(styles.pick, styles.picked)}>
      <PayeePicture name={payee.name} isOwn={payee.own_account_id !== null} />
      <span className={styles.pickText}>
        <b>{payee.name}</b>
        <span className="muted num">
          {bank} · {country && `${country} · `}
          <span className="nowrap">•• {number.slice(-4)}</span>
        </span>
      </span>
      <span className={cx(styles.pickEnd, styles.pickEndHide, 'num')}>
        {own ? (
          <>
            {moneyText(own.available, own.currency)}
            <span className="muted">{t`disponible`}</span>
          </>
        ) : payments ? (
          <>
            {payments.count === 1 ? t`Payé une fois` : t`Payé ${count(payments.count)} fois`}
            <span className="muted">
              {t`${moneyText(payments.last.amount, payments.last.currency)} le ${rowDate(fromPlainDate(payments.last.day))}`}
            </span>
          </>
        ) : (
          known && <span className={styles.flag}>{t`Premier paiement`}</span>
        )}
      </span>
      <button type="button" className="link small" onClick={onChange}>
        <Trans>Changer</Trans>
        <span className="sr">
          {' '}
          <Trans>de bénéficiaire</Trans>
        </span>
      </button>
    </div>
  )
}
