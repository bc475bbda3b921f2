import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { NewTransfer, type TransferDetail } from 'contract/transfers/transfers.ts'
import { transferRefusals } from 'contract/refusals/transfers.ts'
import { addDays } from 'contract/values/calendar.ts'
import { translate } from '../../../lib/language.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useBankDay, useSession } from '../../../lib/session/session.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { amountOf, fieldsOf, filesOf, isAbroad, type Step, type TransferDraft, inputOf } from './transfer-draft.ts'
import { quoteQuery, useChangeTransfer, useCreateTransfer } from '../transfer-queries.ts'

export type TransferForm = ReturnType<typeof useTransferForm>['form']

/** The state of the transfer form, and the call that sends it. */
export function useTransferForm(
  initial: TransferDraft,
  kept: Partial<TransferDraft> | null,
  edited: TransferDetail | null,
) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const { account } = useSession()
  if (!account) throw new Error('A transfer needs an account')
  const today = useBankDay()
  const create = useCreateTransfer()
  const change = useChangeTransfer()

  /** The one rule that the contract cannot check: the available balance. It is checked here, and the server decides. */
  const rules = (draft: TransferDraft) => {
    const amount = amountOf(draft)
    const others = {
      ...datesProblems(draft),
      ...(isAbroad(draft) && draft.purpose === '' && { purpose: translate(transferRefusals.purpose_missing) }),
    }
    // The held amount of an edited order is available for its new version: the server knows how much.
    if (edited || draft.type !== 'direct' || amount === null || amount <= account.available) return others
    const max = moneyText(Math.max(account.available, 0), account.currency)
    const short =
      account.available > 0 ? t`Solde insuffisant. Vous pouvez envoyer ${max} au maximum.` : t`Solde insuffisant.`
    return { ...others, amount: short }
  }
  /** The contract declares these as optional, since not every type has them. */
  const datesProblems = ({ type, start, end }: TransferDraft) => {
    if (type === 'direct') return {}
    const first = type === 'delayed' ? 'execution_date' : 'start_date'
    const tomorrow = addDays(today, 1)
    const isDay = /^\d{4}-/.test(start)
    const isKept = type === 'periodic' && start === edited?.start_date
    const isPast = isDay && !isKept && start < tomorrow
    const problem =
      start === ''
        ? translate(transferRefusals.date_missing)
        : isPast
          ? translate(transferRefusals.date_in_the_past)
          : undefined
    const isEndWrong = type === 'periodic' && isDay && /^\d{4}-/.test(end) && end < start
    return {
      ...(problem && { [first]: problem }),
      ...(isEndWrong && { end_date: translate(transferRefusals.end_before_start) }),
    }
  }
  const call = edited ? change : create
  const form = useForm<TransferDraft, NewTransfer>({
    schema: NewTransfer,
    initial,
    kept,
    toInput: (draft) => inputOf(draft),
    rules,
    call,
  })
  const input = form.read()
  const keep_documents = form.draft.kept.map(({ id }) => id)
  const quoted = useQuery({
    ...quoteQuery({ ...(input ?? emptyInput), ...(edited && { replaces: edited.id, keep_documents }) }),
    enabled: input !== null,
    staleTime: 0,
    retry: false,
  })

  const send = (
    done: (answer: Awaited<ReturnType<typeof create.mutateAsync>>['answer']) => void,
    refused: (error: Error) => void,
  ) => {
    if (!input || call.isPending) return
    const files = filesOf(form.draft)
    const settled = {
      onSuccess: ({ answer }: { answer: Parameters<typeof done>[0] }) => done(answer),
      onError: refused,
    }
    // With documents the password is requested first, so that they are uploaded once.
    const operation = quoted.data?.answer.operation
    const documents = files && { files, ...(operation && { operation }) }
    if (!edited) return create.mutate({ body: input, ...documents }, settled)
    change.mutate(
      { params: { id: edited.id }, body: { ...input, version: edited.version, keep_documents }, ...documents },
      settled,
    )
  }
  return {
    form,
    account,
    /** The quote of the order, calculated by the server; null until the draft is complete. */
    quoted,
    call,
    send,
    renewKey: create.renewKey,
    isComplete: (step: Step) => fieldsOf[step].every((field) => !form.hasProblem(field)),
  }
}

const emptyInput: NewTransfer = { type: 'direct', beneficiary_id: '', amount: 1, label: '', comment: null }
