import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Transfer, TransferDetail } from 'contract/transfers/transfers.ts'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '../../../lib/banners.ts'
import { CallError, isRefusal } from '../../../lib/api/call-error.ts'
import { renewSession } from '../../../lib/api/call.ts'
import { dropDraft, keepDraft, readDraft } from '../../../lib/forms/drafts.ts'
import { paths } from '../../../lib/paths.ts'
import { mayMoveMoney, useAccount, useSession } from '../../../lib/session/session.ts'
import { FlowFrame } from '../../../shell/forms/FlowFrame.tsx'
import { LeaveGuard } from '../../../shell/forms/LeaveGuard.tsx'
import { PageProblem } from '../../../shell/Problem.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { beneficiaryQuery } from '../../beneficiaries/beneficiary-queries.ts'
import { DocumentsStep } from './DocumentsStep.tsx'
import {
  draftOf,
  emptyDraft,
  fieldsOf,
  payeeOf,
  readKept,
  stepOfField,
  steps,
  type Step,
  toKeep,
} from './transfer-draft.ts'
import { transferQuery } from '../transfer-queries.ts'
import { type TransferForm, useTransferForm } from './use-transfer-form.ts'
import { TransferDone } from './TransferDone.tsx'
import { TransferNotAllowed } from './TransferNotAllowed.tsx'
import { PlanningStep } from './PlanningStep.tsx'
import { AmountStep, BeneficiaryStep, ReviewStep } from './transfer-steps.tsx'
import { TransferSummary } from './TransferSummary.tsx'

const route = getRouteApi('/signed-in/transfers/create')

/** The form of a new transfer, of one like another (`from`), or of an edit of one that has not run (`edit`). */
// The type is explicit, because the return type depends on the address, whose type depends on this screen.
export function NewTransferScreen(): ReactNode {
  const { account } = useSession()
  const { edit, from } = route.useSearch()
  const [round, setRound] = useState(0)
  useEffect(() => {
    // The available balance may have changed since the page before: the amount is checked against the current one.
    void renewSession().catch(() => null)
  }, [round])
  if (!account) return null
  if (!mayMoveMoney(account, 'transfer.create')) return <TransferNotAllowed account={account} />
  const known = edit ?? from
  const onAgain = () => setRound(round + 1)
  return known ? (
    <KnownTransfer key={known} id={known} use={edit ? 'edit' : 'again'} onAgain={onAgain} />
  ) : (
    <TransferFlow key={round} origin={null} onAgain={onAgain} />
  )
}

type Origin = { transfer: TransferDetail; use: 'edit' | 'again' }

function KnownTransfer({ id, use, onAgain }: { id: string; use: Origin['use']; onAgain: () => void }) {
  const { t } = useLingui()
  const found = useQuery({ ...transferQuery(id), staleTime: 0 })
  // The form keeps the version that was opened: a concurrent change is refused when the form is sent.
  const [transfer, setTransfer] = useState<TransferDetail | null>(null)
  useEffect(() => {
    if (found.data && !found.isFetching) setTransfer((before) => before ?? found.data.answer)
  }, [found.data, found.isFetching])
  if (transfer) return <TransferFlow origin={{ transfer, use }} onAgain={onAgain} />
  return (
    <FlowFrame
      title={use === 'edit' ? t`Modifier le virement` : t`Nouveau virement`}
      steps={[]}
      at={0}
      onStep={() => undefined}
      quit={paths.transfers()}
      summary={null}
    >
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

function TransferFlow({ origin, onAgain }: { origin: Origin | null; onAgain: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const edited = origin?.use === 'edit' ? origin.transfer : null
  const [initial] = useState(() => (origin ? draftOf(origin.transfer, origin.use) : emptyDraft))
  const { draftName, kept, drop } = useKeptTransfer(origin)
  const [isRestored, setRestored] = useState(kept !== null)
  const flow = useTransferForm(initial, kept, edited)
  const { form, account } = flow
  const search = route.useSearch()
  const { step: requested, edit, from, beneficiary: payee } = search
  usePayee(payee ?? null, form)
  const [sent, setSent] = useState<Transfer | null>(null)
  const [rejections, setRejections] = useState(0)
  useEffect(() => {
    if (form.isDirty && sent === null) keepDraft(draftName, toKeep(form.draft))
  }, [draftName, form.draft, form.isDirty, sent])
  // The address may name a step that is not reachable yet, after a reload for instance: the first incomplete step is shown.
  const reachable = steps.find((step) => step === 'review' || !flow.isComplete(step)) ?? 'review'
  const first: Step = origin ? 'amount' : 'beneficiary'
  const step = steps[Math.min(steps.indexOf(requested ?? first), steps.indexOf(reachable))] ?? first
  const names: Record<Step, string> = {
    beneficiary: t`Bénéficiaire`,
    amount: t`Montant`,
    planning: t`Planification`,
    documents: t`Documents`,
    review: t`Vérification`,
  }

  const goTo = (next: Step) => {
    setRejections(0)
    const known = { ...(edit && { edit }), ...(from && { from }) }
    void navigate({ ...paths.newTransfer(), search: next === first ? known : { ...known, step: next } })
  }
  const proceed = () => {
    if (!form.check(fieldsOf[step])) return setRejections(rejections + 1)
    const next = steps[steps.indexOf(step) + 1]
    if (next) return goTo(next)
    flow.send(
      (answer) => {
        setSent(answer)
        drop()
        announce(edited ? t`Le virement a bien été modifié.` : t`Votre demande de virement a bien été transmise.`)
        void renewSession().catch(() => null)
      },
      (error) => {
        // A refused order is changed before it is sent again, so it gets a new key.
        if (isRefusal(error)) flow.renewKey()
        const back = error instanceof CallError ? stepOfField(error.problems[0]?.field ?? null) : null
        if (back) goTo(back)
      },
    )
  }
  const startOver = () => {
    drop()
    form.reset()
    setRestored(false)
    goTo(first)
  }
  const quote = flow.quoted.data?.answer ?? null
  const shared = { form, account, edited, rejections, call: flow.call, onSubmit: proceed }
  return (
    <FlowFrame
      title={edited ? t`Modifier le virement` : t`Nouveau virement`}
      steps={steps.map((name) => names[name])}
      at={sent ? steps.length : steps.indexOf(step)}
      onStep={(index) => goTo(steps[index] ?? first)}
      quit={edited ? paths.transfer(edited.id) : paths.transfers()}
      summary={<TransferSummary account={account} draft={form.draft} sent={sent} />}
    >
      {sent ? (
        <TransferDone
          transfer={sent}
          isEdited={edited !== null}
          onAgain={() => void navigate({ ...paths.newTransfer(), search: {} }).then(onAgain)}
        />
      ) : (
        <Fragment key={step}>
          {isRestored && (
            <InlineAlert tone="info" title={t`Nous avons repris votre saisie`} onClose={() => setRestored(false)}>
              <p>
                <Trans>Les fichiers sont à joindre de nouveau.</Trans>{' '}
                <button type="button" className="link" onClick={startOver}>
                  <Trans>Effacer et recommencer</Trans>
                </button>
              </p>
            </InlineAlert>
          )}
          {step === 'beneficiary' && <BeneficiaryStep {...shared} />}
          {step === 'amount' && <AmountStep {...shared} onBack={() => goTo('beneficiary')} />}
          {step === 'planning' && <PlanningStep {...shared} quote={quote} onBack={() => goTo('amount')} />}
          {step === 'documents' && (
            <DocumentsStep
              {...shared}
              quoted={flow.quoted}
              editedId={edited?.id ?? null}
              onBack={() => goTo('planning')}
            />
          )}
          {step === 'review' && (
            <ReviewStep {...shared} quoted={flow.quoted} onBack={() => goTo('documents')} onEdit={goTo} />
          )}
        </Fragment>
      )}
      <LeaveGuard isDirty={form.isDirty && sent === null} onLeave={drop} />
    </FlowFrame>
  )
}

/**
 * The draft that was being written when the page was reloaded or the session ended: on this account, and with the same
 * origin.
 */
function useKeptTransfer(origin: Origin | null) {
  const { uuid } = useAccount()
  const draftName = `transfer:${uuid}:${origin ? `${origin.use}:${origin.transfer.id}:${origin.transfer.version}` : 'new'}`
  const [kept] = useState(() => readKept(readDraft(draftName)))
  return { draftName, kept, drop: () => dropDraft(draftName) }
}

/** Selects the beneficiary in the address: after "transfer" on its page, or after it was saved. */
function usePayee(id: string | null, form: TransferForm): void {
  const { data } = useQuery({ ...beneficiaryQuery(id ?? ''), enabled: id !== null })
  const known = useRef<string | null>(null)
  const payee = data?.answer
  useEffect(() => {
    if (!payee || known.current === payee.id || payee.approval_status !== 'approved') return
    known.current = payee.id
    form.set('beneficiary', payeeOf(payee), 'beneficiary_id')
  }, [payee, form])
}
