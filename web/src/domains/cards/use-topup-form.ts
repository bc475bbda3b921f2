import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { NewTopup } from 'contract/products/card-topups.ts'
import { useState } from 'react'
import { CallError, isRefusal } from '../../lib/api/call-error.ts'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { topupQuoteQuery, useCreateTopup } from './card-queries.ts'
import { type SeriesDraft, useSeriesProblems } from './SeriesFields.tsx'

const REST_MS = 300

type Draft = SeriesDraft & { card_id: string; amount: AmountDraft; often: 'once' | 'again' }

/** The quote of the typed amount, once typing pauses; null while it loads. */
function useTopupQuote({ card_id, amount }: Pick<Draft, 'card_id' | 'amount'>) {
  const whole = typeof amount === 'number' ? amount : null
  const requested = useDebounced(whole, REST_MS)
  const isQuotable = whole !== null && requested === whole
  const { data, error, isFetching, refetch } = useQuery({
    ...topupQuoteQuery(card_id, requested ?? 0),
    enabled: isQuotable,
    retry: false,
  })
  const isSame = isQuotable && !isFetching
  return { quote: isSame ? (data?.answer ?? null) : null, error: isSame ? error : null, refetch }
}

/** The state of the top-up form, its quote, and the call that sends it. */
export function useTopupForm(first: string, onDone: () => void) {
  const { t } = useLingui()
  const create = useCreateTopup()
  const seriesProblems = useSeriesProblems()
  const [draft, setDraft] = useState<Pick<Draft, 'card_id' | 'amount'>>({ card_id: first, amount: null })
  const { quote, error, refetch } = useTopupQuote(draft)
  const initial: Draft = {
    card_id: first,
    amount: null,
    often: 'once',
    recurrence: 'monthly',
    start_date: '',
    end_date: '',
  }
  const form = useForm({
    schema: NewTopup,
    initial,
    toInput: ({ card_id, amount, often, recurrence, start_date, end_date }) => ({
      card_id,
      amount,
      // Without a quote the form is not sent.
      quote: quote?.quote,
      series: often === 'again' ? { recurrence, start_date, end_date: end_date || null } : null,
    }),
    rules: (one) => (one.often === 'again' ? seriesProblems(one) : {}),
    call: { isPending: create.isPending, error: create.error ?? error },
  })
  const setAmount = (amount: AmountDraft) => {
    form.set('amount', amount)
    setDraft((before) => ({ ...before, amount }))
  }
  const setCard = (card_id: string) => {
    form.set('card_id', card_id)
    // Another card expires on another day.
    form.clearServerError('start_date')
    setDraft((before) => ({ ...before, card_id }))
  }
  const submit = () =>
    form.submit((body) =>
      create.mutate(
        {
          body,
          done: ({ topup, recurring }) =>
            announce(
              topup?.status === 'pending' || recurring?.status === 'pending'
                ? t`Votre demande de recharge attend sa validation.`
                : t`Votre demande de recharge a bien été prise en compte.`,
            ),
        },
        {
          onSuccess: onDone,
          onError: (failure) => {
            if (!isRefusal(failure)) return
            create.renewKey()
            void refetch()
          },
        },
      ),
    )
  return {
    form,
    create,
    quote,
    /** Why there is no quote, where no field of the form says it. */
    quoteError: error instanceof CallError && error.problems.length > 0 ? null : error,
    retryQuote: () => void refetch(),
    /** Whether the quote is loading. */
    isQuoteLoading: typeof draft.amount === 'number' && !error,
    setAmount,
    setCard,
    submit,
  }
}
