import { useLingui } from '@lingui/react/macro'
import { NewTransfer } from 'contract/transfers.ts'
import { refusals } from 'contract/refusals.ts'
import { addDays } from 'contract/values/calendar.ts'
import { say } from '../../lib/language.ts'
import { useFormats } from '../../lib/formats.ts'
import { useSession } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { amountOf, emptyDraft, fieldsOf, type Step, type TransferDraft, wishOf } from './transfer-draft.ts'
import { useCreateTransfer } from './transfer-queries.ts'

export type TransferForm = ReturnType<typeof useTransferForm>['form']

/** The transfer that is being written, and the call that sends it. */
export function useTransferForm() {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const { account } = useSession()
  if (!account) throw new Error('A transfer needs an account')
  const create = useCreateTransfer()

  /** The one rule that the contract cannot know: what is available today. It blocks here, and the server has the last word. */
  const rules = (draft: TransferDraft) => {
    const amount = amountOf(draft, account)
    const dates = datesProblems(draft)
    if (draft.type !== 'direct' || amount === null || amount <= account.available) return dates
    const most = moneyText(Math.max(account.available, 0), account.currency)
    return { amount: account.available > 0 ? t`Solde insuffisant. Vous pouvez envoyer ${most} au maximum.` : t`Solde insuffisant.` }
  }
  /** The contract takes these as optional, since not every type has them. */
  const datesProblems = ({ type, start, end }: TransferDraft) => {
    if (type === 'direct') return {}
    const first = type === 'delayed' ? 'execution_date' : 'start_date'
    const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
    const isDay = /^\d{4}-/.test(start)
    const problem = start === '' ? say(refusals.date_missing) : isDay && start < tomorrow ? say(refusals.date_in_the_past) : undefined
    const isEndWrong = type === 'periodic' && isDay && /^\d{4}-/.test(end) && end < start
    return { ...(problem && { [first]: problem }), ...(isEndWrong && { end_date: say(refusals.end_before_start) }) }
  }
  const form = useForm<TransferDraft, NewTransfer>({
    schema: NewTransfer,
    initial: emptyDraft,
    toWish: (draft) => wishOf(draft, account),
    rules,
    refusal: create.error,
  })
  return { form, account, create, isComplete: (step: Step) => fieldsOf[step].every((field) => !form.hasProblem(field)) }
}
