import { useLingui } from '@lingui/react/macro'
import { NewTransfer } from 'contract/transfers.ts'
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
    if (amount === null || amount <= account.available) return {}
    const most = moneyText(Math.max(account.available, 0), account.currency)
    return { amount: account.available > 0 ? t`Solde insuffisant. Vous pouvez envoyer ${most} au maximum.` : t`Solde insuffisant.` }
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
