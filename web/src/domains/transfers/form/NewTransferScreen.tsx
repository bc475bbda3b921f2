import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import type { Transfer, TransferDetail } from 'contract/transfers/transfers.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '../../../lib/banners.ts'
import { isRefusal } from '../../../lib/api/call-error.ts'
import { renewSession } from '../../../lib/api/call.ts'
import { dropDraft, keepDraft, readDraft } from '../../../lib/forms/drafts.ts'
import { paths } from '../../../lib/paths.ts'
import { openAccount } from '../../../lib/session/open-account.ts'
import { mayMoveMoney, useAccount, useBankDay, useInstantPayments, useSession } from '../../../lib/session/session.ts'
import { FlowFrame } from '../../../shell/forms/FlowFrame.tsx'
import { FormFrame } from '../../../shell/forms/FormFrame.tsx'
import { LeaveGuard } from '../../../shell/forms/LeaveGuard.tsx'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { PageProblem } from '../../../shell/Problem.tsx'
import { useScreenTitle } from '../../../shell/use-screen-title.ts'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { instantPart } from '../../instant-payments/instant-part.ts'
import { takeScannedCode } from '../../instant-payments/scanned-code.ts'
import { payeesQuery, transferQuery } from '../transfer-queries.ts'
import { AmountPart } from './AmountPart.tsx'
import { OptionsPart } from './OptionsPart.tsx'
import { PayeePart } from './PayeePart.tsx'
import {
  carriedOver,
  draftOf,
  emptyDraft,
  fields,
  isAbroad,
  type KnownUse,
  payeeOf,
  readKept,
  readNamed,
  toKeep,
  type TransferDraft,
} from './transfer-draft.ts'
import { SenderPart } from './SenderPart.tsx'
import styles from './TransferForm.module.css'
import { TransferTicket } from './TransferTicket.tsx'
import { type TransferForm, useTransferForm } from './use-transfer-form.ts'
import { WhenPart } from './WhenPart.tsx'

const AbroadPart = lazyPart(async () => (await import('./AbroadPart.tsx')).AbroadPart)
const RailPart = instantPart(async () => (await import('../../instant-payments/RailPart.tsx')).RailPart)
const TransferNotAllowed = lazyPart(async () => (await import('./TransferNotAllowed.tsx')).TransferNotAllowed)
const TransferDone = lazyPart(async () => (await import('./TransferDone.tsx')).TransferDone)

const route = getRouteApi('/signed-in/transfers/create')
const FORM = 'transfer'

/** The form of a new transfer, of one like another (`from`; each month: `rhythm`), or of an edit of one that has not run (`edit`). */
// The type is explicit, because the return type depends on the address, whose type depends on this screen.
export function NewTransferScreen(): ReactNode {
  const { account } = useSession()
  const { edit, from, rhythm } = route.useSearch()
  const [round, setRound] = useState(0)
  // What was typed before another account was selected.
  const [carried, setCarried] = useState<TransferDraft | null>(null)
  useEffect(() => {
    // The available balance may have changed since the page before: the amount is checked against the current one.
    void renewSession().catch(() => null)
  }, [round])
  if (!account) return null
  if (!mayMoveMoney(account, 'transfer.create')) return <TransferNotAllowed account={account} />
  const known = edit ?? from
  const again = () => {
    setCarried(null)
    setRound(round + 1)
  }
  return known ? (
    <KnownTransfer
      key={`${known} ${rhythm ?? ''}`}
      id={known}
      use={edit ? 'edit' : (rhythm ?? 'again')}
      onAgain={again}
    />
  ) : (
    <TransferFlow
      key={`${account.uuid} ${round}`}
      origin={null}
      carried={carried}
      onAgain={again}
      onAccount={(chosen, draft) => {
        setCarried(carriedOver(draft, account, chosen))
        openAccount(chosen)
      }}
    />
  )
}

type Origin = { transfer: TransferDetail; use: KnownUse }

function KnownTransfer({ id, use, onAgain }: { id: string; use: Origin['use']; onAgain: () => void }) {
  const { t } = useLingui()
  const found = useQuery({ ...transferQuery(id), staleTime: 0 })
  // The form keeps the version that was opened: a concurrent change is refused when the form is sent.
  const [transfer, setTransfer] = useState<TransferDetail | null>(null)
  useEffect(() => {
    if (found.data && !found.isFetching) setTransfer((before) => before ?? found.data.answer)
  }, [found.data, found.isFetching])
  if (transfer) return <TransferFlow origin={{ transfer, use }} carried={null} onAgain={onAgain} onAccount={null} />
  return (
    <FlowFrame
      title={use === 'edit' ? t`Modifier le virement` : t`Nouveau virement`}
      quit={paths.transfers()}
      side={null}
    >
      <Heading isAbroad={false} isEdited={use === 'edit'} />
      {found.isLoadingError ? (
        <PageProblem
          title={t`Le virement n’a pas pu être chargé`}
          error={found.error}
          list={paths.transfers()}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={4} />
        </Skeleton>
      )}
    </FlowFrame>
  )
}

type FlowProps = {
  origin: Origin | null
  carried: TransferDraft | null
  onAgain: () => void
  /** Null: the debited account of a known transfer stays. */
  onAccount: ((account: Account, draft: TransferDraft) => void) | null
}

function TransferFlow({ origin, carried, onAgain, onAccount }: FlowProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const edited = origin?.use === 'edit' ? origin.transfer : null
  const today = useBankDay()
  const [initial] = useState(() =>
    origin ? draftOf(origin.transfer, origin.use, today) : { ...(carried ?? emptyDraft), alias: takeScannedCode() },
  )
  const { draftName, kept, keptNamed, drop } = useKeptTransfer(origin, carried)
  const [isRestored, setRestored] = useState(kept !== null)
  const flow = useTransferForm(initial, kept, edited)
  const { form, quote, shortage, call } = flow
  const { beneficiary: named } = route.useSearch()
  const payees = useQuery(payeesQuery({ beneficiary: named ?? origin?.transfer.beneficiary.id ?? undefined }))
  const settled = usePayee(named ?? null, { payees: payees.data?.answer.beneficiaries, form, known: keptNamed })
  const [sent, setSent] = useState<Transfer | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (form.isDirty && sent === null) keepDraft(draftName, toKeep(form.draft, settled))
  }, [draftName, form.draft, form.isDirty, sent, settled])
  const amountPart = useRef<HTMLElement>(null)

  const { files, kept: keptFiles, beneficiary } = form.draft
  const abroad = isAbroad(form.draft)
  const isInstant = useInstantPayments()
  const hasNone = files.length + keptFiles.filter(({ kind }) => kind === 'international').length === 0
  const lacksDocument = abroad && hasNone && (quote?.asks.includes('international_documents') ?? false)
  const send = useEffectEvent(() => {
    setMissing(lacksDocument)
    if (!form.check(fields) || shortage !== null || lacksDocument) return form.reject()
    flow.send({
      done: () => {
        drop()
        announce(edited ? t`Le virement a bien été modifié.` : t`Votre demande de virement a bien été transmise.`)
        void renewSession().catch(() => null)
      },
      onSent: setSent,
      // A refused order is changed before it is sent again, so it gets a new key.
      onRefused: (error) => {
        if (isRefusal(error)) flow.renewKey()
      },
    })
  })
  // On a slow network the button may be pressed before the requirements of exchange control are known.
  const [isSubmitted, setSubmitted] = useState(false)
  const mustWait = flow.isQuoting && (abroad || files.length > 0)
  useEffect(() => {
    if (!isSubmitted || mustWait) return
    setSubmitted(false)
    send()
  }, [isSubmitted, mustWait])
  const startOver = () => {
    drop()
    form.reset()
    setRestored(false)
  }
  const title = edited ? t`Modifier le virement` : t`Nouveau virement`
  if (sent)
    return (
      <FlowFrame title={title} quit={paths.transfers()} side={null}>
        <TransferDone
          transfer={sent}
          isEdited={edited !== null}
          onAgain={() => void navigate({ ...paths.newTransfer(), search: {} }).then(onAgain)}
        />
      </FlowFrame>
    )
  const missing = isMissing && lacksDocument ? t`Joignez au moins un justificatif.` : null
  return (
    <FlowFrame
      title={title}
      quit={edited ? paths.transfer(edited.id) : paths.transfers()}
      side={<TransferTicket flow={flow} formId={FORM} isBusy={call.isPending || isSubmitted} />}
    >
      <FormFrame
        id={FORM}
        onSubmit={() => setSubmitted(true)}
        form={{
          rejections: form.rejections,
          hasProblems: form.hasProblems || shortage !== null || missing !== null,
          call,
        }}
      >
        <div className={styles.parts}>
          <Heading isAbroad={abroad} isEdited={edited !== null} />
          {isRestored && (
            <InlineAlert tone="info" title={t`Nous avons repris votre saisie`} onClose={() => setRestored(false)}>
              <p>
                {abroad && <Trans>Les fichiers sont à joindre de nouveau.</Trans>}{' '}
                <button type="button" className="link" onClick={startOver}>
                  <Trans>Effacer et recommencer</Trans>
                </button>
              </p>
            </InlineAlert>
          )}
          <SenderPart onChoose={onAccount && ((account) => onAccount(account, form.draft))} />
          <PayeePart
            flow={flow}
            payees={payees}
            onChosen={() => amountPart.current?.querySelector<HTMLInputElement>('input[name=amount]')?.focus()}
          />
          <AmountPart flow={flow} part={amountPart} />
          {abroad && <AbroadPart flow={flow} error={missing} />}
          <WhenPart flow={flow} />
          {isInstant && beneficiary && !beneficiary.own_account_id && !abroad && (
            <RailPart
              key={beneficiary.id ?? beneficiary.lookup?.id}
              quote={quote}
              isPriced={flow.amount !== null}
              isDirect={form.draft.type === 'direct'}
              isDated={quote !== null || flow.isQuoting}
              payee={{ ...beneficiary, isLookedUp: beneficiary.lookup !== null }}
              chosen={form.draft.network ?? null}
              onChoose={(network) => form.set('network', network)}
              onFound={(lookup) => form.set('beneficiary', { ...beneficiary, lookup }, 'lookup_id')}
            />
          )}
          <OptionsPart flow={flow} />
        </div>
      </FormFrame>
      <LeaveGuard isDirty={form.isDirty} onLeave={drop} keptAt={[paths.newBeneficiary().to, paths.readCode().to]} />
    </FlowFrame>
  )
}

function Heading({ isAbroad, isEdited }: { isAbroad: boolean; isEdited: boolean }) {
  const { t } = useLingui()
  const text = isEdited ? t`Modifier le virement` : isAbroad ? t`Payer à l’étranger` : t`Envoyer de l’argent`
  const title = useScreenTitle(text, { hasMenu: false })
  return (
    <h1 className="h1" ref={title} tabIndex={-1}>
      {text}
    </h1>
  )
}

/**
 * The draft that was being written when the page was reloaded or the session ended: on this account, and with the same
 * origin. What was typed for another account replaces it.
 */
function useKeptTransfer(origin: Origin | null, carried: TransferDraft | null) {
  const { uuid } = useAccount()
  const draftName = `transfer:${uuid}:${origin ? `${origin.use}:${origin.transfer.id}:${origin.transfer.version}` : 'new'}`
  const [stored] = useState(() => (carried ? null : readDraft(draftName)))
  const [kept] = useState(() => readKept(stored))
  return { draftName, kept, keptNamed: kept && readNamed(stored), drop: () => dropDraft(draftName) }
}

type Naming = {
  payees: readonly Parameters<typeof payeeOf>[0][] | undefined
  form: TransferForm
  /** Of the restored draft. */
  known: string | null
}

/**
 * Selects the beneficiary in the address: after "transfer" on its page, or after it was saved. Once, and not if somebody else was chosen
 * before it was loaded. Returns the one that is selected, or was replaced.
 */
function usePayee(id: string | null, { payees, form, known }: Naming): string | null {
  const [settled, setSettled] = useState(known)
  const chosen = form.draft.beneficiary
  const named = useRef({ id, chosen })
  const payee = payees?.find((one) => one.id === id)
  useEffect(() => {
    if (id === null || settled === id) return
    if (named.current.id !== id) named.current = { id, chosen }
    if (chosen !== named.current.chosen) return setSettled(id)
    if (payee?.approval_status !== 'approved') return
    setSettled(id)
    form.set('beneficiary', payeeOf(payee), 'beneficiary_id')
  }, [id, settled, chosen, payee, form])
  return settled
}
