import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Transfer } from 'contract/transfers.ts'
import { Fragment, useEffect, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { CallError } from '../../lib/call-error.ts'
import { renewSession } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useSession } from '../../lib/session.ts'
import { FlowFrame } from '../../shell/FlowFrame.tsx'
import { LeaveGuard } from '../../shell/LeaveGuard.tsx'
import { fieldsOf, stepOfField, steps, type Step } from './transfer-draft.ts'
import { useTransferForm } from './use-transfer-form.ts'
import { TransferDone } from './TransferDone.tsx'
import { TransferNotAllowed } from './TransferNotAllowed.tsx'
import { PlanningStep } from './PlanningStep.tsx'
import { AmountStep, BeneficiaryStep, ReviewStep } from './transfer-steps.tsx'
import { TransferSummary } from './TransferSummary.tsx'

const route = getRouteApi('/signed-in/transfers/create')

export function NewTransferScreen() {
  const { account } = useSession()
  const [round, setRound] = useState(0)
  useEffect(() => {
    // What is available may have changed since the page before: the amount is judged against today's figure.
    void renewSession().catch(() => null)
  }, [round])
  if (!account) return null
  if (!mayMoveMoney(account, 'transfer.create')) return <TransferNotAllowed account={account} />
  return <TransferFlow key={round} onAgain={() => setRound(round + 1)} />
}

function TransferFlow({ onAgain }: { onAgain: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const flow = useTransferForm()
  const { form, account } = flow
  const { step: asked } = route.useSearch()
  const [sent, setSent] = useState<Transfer | null>(null)
  const [rejections, setRejections] = useState(0)
  const create = flow.create
  // The address may ask for a step whose way was not walked, after a reload for instance: the first one unfinished is shown.
  const reachable = steps.find((step) => step === 'review' || !flow.isComplete(step)) ?? 'review'
  const step = steps[Math.min(steps.indexOf(asked ?? 'beneficiary'), steps.indexOf(reachable))] ?? 'beneficiary'
  const names: Record<Step, string> = {
    beneficiary: t`Bénéficiaire`,
    amount: t`Montant`,
    planning: t`Planification`,
    review: t`Vérification`,
  }

  const goTo = (next: Step) => {
    setRejections(0)
    void navigate({ ...paths.newTransfer(), search: next === 'beneficiary' ? {} : { step: next } })
  }
  const proceed = () => {
    if (!form.check(fieldsOf[step])) return setRejections(rejections + 1)
    const next = steps[steps.indexOf(step) + 1]
    if (next) return goTo(next)
    const wish = form.read()
    if (!wish || create.isPending) return
    create.mutate(
      { body: wish },
      {
        onSuccess: ({ answer }) => {
          setSent(answer)
          announce(t`Votre demande de virement a bien été transmise.`)
          void renewSession().catch(() => null)
        },
        onError: (error) => {
          // A refused wish is changed before it goes again, so it is another one.
          if (error instanceof CallError && error.status !== 0 && error.status < 500) create.renewKey()
          const back = error instanceof CallError ? stepOfField(error.problems[0]?.field ?? null) : null
          if (back) goTo(back)
        },
      },
    )
  }
  const shared = { form, account, rejections, refusal: create.error, onSubmit: proceed }
  return (
    <FlowFrame
      title={t`Nouveau virement`}
      steps={steps.map((name) => names[name])}
      at={sent ? steps.length : steps.indexOf(step)}
      onStep={(index) => goTo(steps[index] ?? 'beneficiary')}
      quit={paths.transfers()}
      summary={<TransferSummary account={account} draft={form.draft} sent={sent} />}
    >
      {sent ? (
        <TransferDone transfer={sent} onAgain={() => void navigate({ ...paths.newTransfer(), search: {} }).then(onAgain)} />
      ) : (
        <Fragment key={step}>
          {step === 'beneficiary' && <BeneficiaryStep {...shared} />}
          {step === 'amount' && <AmountStep {...shared} onBack={() => goTo('beneficiary')} />}
          {step === 'planning' && <PlanningStep {...shared} onBack={() => goTo('amount')} />}
          {step === 'review' && <ReviewStep {...shared} isSending={create.isPending} onBack={() => goTo('planning')} onEdit={goTo} />}
        </Fragment>
      )}
      <LeaveGuard isDirty={form.isDirty && sent === null} />
    </FlowFrame>
  )
}
