import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  MAX_DAYS_AHEAD,
  NewTransfer,
  type QuoteInput,
  type Transfer,
  type TransferDetail,
} from 'contract/transfers/transfers.ts'
import { transferRefusals } from 'contract/refusals/transfers.ts'
import { addDays } from 'contract/values/calendar.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { ofName, translate } from '../../../lib/language.ts'
import { fromUnix, useFormats } from '../../../lib/formats.ts'
import { availableOf, useAccount, useBankDay } from '../../../lib/session/session.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { quoteQuery, useChangeTransfer, useCreateTransfer } from '../transfer-queries.ts'
import { rateLifetime } from './rate-lifetime.ts'
import { amountOf, currencyOf, fields, filesOf, inputOf, isAbroad, type TransferDraft } from './transfer-draft.ts'

export type TransferFlow = ReturnType<typeof useTransferForm>
export type TransferForm = TransferFlow['form']

type Sending = {
  /** After success, also where the form was left. */
  done: () => void
  onSent: (answer: Transfer) => void
  onRefused: (error: Error) => void
}

/** The quote follows the typed amount after this pause. */
const PAUSE_MS = 250

/** Amounts in any minor unit that can be exchanged, and that cover the charges of a transfer abroad. */
const EXAMPLE = 10_000
const EXAMPLE_WITH_CHARGES = 100_000

const isDay = (text: string) => /^\d{4}-/.test(text)

/** The state of the transfer form, the quote of the server, and the call that sends it. */
export function useTransferForm(
  initial: TransferDraft,
  kept: Partial<TransferDraft> | null,
  edited: TransferDetail | null,
) {
  const { t } = useLingui()
  const { moneyText, dateTime } = useFormats()
  const account = useAccount()
  const today = useBankDay()
  const create = useCreateTransfer()
  const change = useChangeTransfer()
  const holder = ofName(account.holder)

  const rules = (draft: TransferDraft) => ({
    ...datesProblems(draft),
    ...(isAbroad(draft) && draft.purpose === '' && { purpose: translate(transferRefusals.purpose_missing) }),
  })
  /** The contract declares these as optional, since not every type has them. */
  const datesProblems = ({ type, start, end }: TransferDraft) => {
    if (type === 'direct') return {}
    const first = type === 'delayed' ? 'execution_date' : 'start_date'
    const isKept = type === 'periodic' && start === edited?.start_date
    const isPast = isDay(start) && !isKept && start < addDays(today, 1)
    const isTooFar = isDay(start) && !isKept && start > addDays(today, MAX_DAYS_AHEAD)
    const problem =
      start === ''
        ? translate(transferRefusals.date_missing)
        : isPast
          ? translate(transferRefusals.date_in_the_past)
          : isTooFar
            ? translate(transferRefusals.date_too_far)
            : undefined
    const isEndWrong = type === 'periodic' && isDay(start) && isDay(end) && end < start
    return {
      ...(problem && { [first]: problem }),
      ...(isEndWrong && { end_date: translate(transferRefusals.end_before_start) }),
    }
  }
  const defaultLabel = t`Virement ${holder}`
  const call = edited ? change : create
  const form = useForm<TransferDraft, NewTransfer>({
    schema: NewTransfer,
    initial,
    kept,
    toInput: (draft) => inputOf(draft, account, defaultLabel),
    rules,
    call,
    fields,
  })
  const { draft } = form
  const amount = amountOf(draft)
  const keep_documents = draft.kept.map(({ id }) => id)
  // Before an amount is typed, an example shows the day and the currencies; its charges are not displayed.
  const example = draft.charges === 'BEN' ? EXAMPLE_WITH_CHARGES : EXAMPLE
  const probe = NewTransfer.safeParse({ ...inputOf(draft, account, defaultLabel), amount: amount || example })
  const isDated = draft.type === 'direct' || (isDay(draft.start) && Object.keys(datesProblems(draft)).length === 0)
  const wanted = probe.success && isDated ? JSON.stringify(probe.data) : null
  const requested = useDebounced(wanted, PAUSE_MS)
  const body = requested === null ? null : (JSON.parse(requested) as QuoteInput)
  const quoted = useQuery({
    ...quoteQuery({ ...(body ?? emptyInput), ...(edited && { replaces: edited.id, keep_documents }) }),
    enabled: body !== null,
    staleTime: 0,
    retry: false,
    // A rate that is no longer guaranteed is replaced by the next one.
    refetchInterval: ({ state: { data } }) => (data ? rateLifetime(data.answer.rate_until, data.headers) : false),
  })
  const quote = wanted !== null && wanted === requested ? (quoted.data?.answer ?? null) : null
  const isQuoting = wanted !== null && quote === null && !quoted.isError

  /** The rules about the amount that need the balance, the charges and the limits. */
  const shortage = (): string | null => {
    if (amount === null) return null
    const text = (money: number) => moneyText(money, account.currency)
    const limit = quote?.limit
    // The edited order counts already: the server uses its new values.
    if (limit && quote.amount > limit.remaining)
      return t`Ce montant dépasse le plafond : il reste ${text(limit.remaining)}.`
    const isNew = quote?.new_payee
    if (isNew && quote.amount > isNew.remaining)
      return isNew.until === null
        ? t`Un premier virement à ce bénéficiaire ne dépasse pas ${text(isNew.remaining)}.`
        : t`Ce bénéficiaire est nouveau : ${text(isNew.remaining)} au plus jusqu’au ${dateTime(fromUnix(isNew.until))}.`
    if (draft.type !== 'direct') return null
    const isOwnCurrency = currencyOf(draft, account) === account.currency
    const missing = quote ? quote.total - quote.available : edited || !isOwnCurrency ? 0 : amount - availableOf(account)
    return missing > 0 ? t`Il manque ${text(missing)}, frais compris.` : null
  }

  const send = ({ done, onSent, onRefused }: Sending) => {
    const typed = form.read()
    if (!typed || call.isPending) return
    const input = { ...typed, rate_at: quote?.rate_at ?? null }
    const files = filesOf(draft)
    const settled = {
      onSuccess: ({ answer }: { answer: Transfer }) => onSent(answer),
      onError: (error: Error) => {
        if (error instanceof CallError && error.code === 'rate_expired') void quoted.refetch()
        onRefused(error)
      },
    }
    // With documents the password is requested first, so that they are uploaded once.
    const documents = files && { files, ...(quote && { operation: quote.operation }) }
    if (!edited) return create.mutate({ body: input, ...documents, done }, settled)
    change.mutate(
      { params: { id: edited.id }, body: { ...input, version: edited.version, keep_documents }, ...documents, done },
      settled,
    )
  }
  return {
    form,
    account,
    edited,
    /** An edited series that is paused stays so: it has no next date. */
    isPaused: edited?.execution_status === 'paused',
    amount,
    currency: currencyOf(draft, account),
    defaultLabel,
    /** The quote of the current draft; null while it is incomplete or being calculated. */
    quote,
    isQuoting,
    quoteError: wanted !== null && quoted.isError ? quoted.error : null,
    shortage: shortage(),
    call,
    send,
    renewKey: create.renewKey,
  }
}

const emptyInput: NewTransfer = { type: 'direct', beneficiary_id: '', amount: 1, label: '', comment: null }
