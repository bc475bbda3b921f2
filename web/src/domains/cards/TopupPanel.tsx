import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MAX_TOPUP, NewTopup, type TopupQuote } from 'contract/products/card-topups.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { useId, useState } from 'react'
import { useRested } from '../beneficiaries/use-rested.ts'
import { announce } from '../../lib/banners.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { useFormats } from '../../lib/formats.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Money } from '../../shell/Money.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { cx } from '../../ui/cx.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { SkeletonBlock } from '../../ui/Skeleton.tsx'
import { topupQuoteQuery, useCreateTopup } from './card-queries.ts'
import { lastDigits, printedExpiry } from './card-labels.tsx'
import { MiniCard } from './CardVisual.tsx'
import { type SeriesDraft, SeriesFields, useSeriesProblems } from './SeriesFields.tsx'
import styles from './TopupPanel.module.css'

const REST_MS = 300
const PRESETS = [25_000, 50_000, 100_000, 250_000] as const
type Draft = SeriesDraft & { card_id: string; amount: AmountDraft; often: 'once' | 'again' }

/** The figures of what is typed, once the typing rests; null while they come. */
function useTopupQuote({ card_id, amount }: Pick<Draft, 'card_id' | 'amount'>) {
  const whole = typeof amount === 'number' ? amount : null
  const requested = useRested(whole, REST_MS)
  const isWorthIt = whole !== null && requested === whole
  const { data, error, isFetching, refetch } = useQuery({ ...topupQuoteQuery(card_id, requested ?? 0), enabled: isWorthIt, retry: false })
  const isSame = isWorthIt && !isFetching
  return { quote: isSame ? (data?.answer ?? null) : null, error: isSame ? error : null, refetch }
}

/** Money from the account to a card, once or again and again, with what it costs while it is typed. */
export function TopupPanel({ cards, first, onClose }: { cards: PrepaidCard[]; first: string; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const { currency } = useAccount()
  const { moneyText } = useFormats()
  const create = useCreateTopup()
  const seriesProblems = useSeriesProblems()
  const [draft, setDraft] = useState<Pick<Draft, 'card_id' | 'amount'>>({ card_id: first, amount: null })
  const { quote, error, refetch } = useTopupQuote(draft)
  const initial: Draft = { card_id: first, amount: null, often: 'once', recurrence: 'monthly', start_date: '', end_date: '' }
  const form = useForm({
    schema: NewTopup,
    initial,
    toInput: ({ card_id, amount, often, recurrence, start_date, end_date }) => ({
      card_id,
      amount,
      quote: quote?.quote ?? '',
      series: often === 'again' ? { recurrence, start_date, end_date: end_date || null } : null,
    }),
    rules: (one) => (one.often === 'again' ? seriesProblems(one) : {}),
    call: { isPending: create.isPending, error: create.error ?? error },
  })
  const isAgain = form.draft.often === 'again'
  const setAmount = (amount: AmountDraft) => {
    form.set('amount', amount)
    setDraft((before) => ({ ...before, amount }))
  }
  const submit = () =>
    form.submit((body) =>
      create.mutate(
        { body },
        {
          onSuccess: ({ answer }) => {
            announce(
              answer.topup?.status === 'pending' || answer.recurring?.status === 'pending'
                ? t`Votre demande de recharge attend sa validation.`
                : t`Votre demande de recharge a bien été prise en compte.`,
            )
            onClose()
          },
          onError: (failure) => {
            if (!(failure instanceof CallError) || failure.status === 0 || failure.status >= 500) return
            create.renewKey()
            void refetch()
          },
        },
      ),
    )
  const max = moneyText(MAX_TOPUP, currency)
  const total = quote && moneyText(quote.total, quote.currency)
  return (
    <SidePanel
      title={t`Recharger une carte`}
      onClose={onClose}
      foot={
        <>
          <Button disabled={create.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!quote && typeof form.draft.amount !== 'string'}
            isBusy={create.isPending}
          >
            {isAgain ? t`Programmer la recharge` : total ? t`Recharger pour ${total}` : t`Recharger la carte`}
          </Button>
        </>
      }
    >
      <FormFrame id={formId} form={{ ...form, call: create }} onSubmit={submit}>
        <div className={styles.fields}>
          <fieldset className={styles.choices}>
            <legend className="sr">
              <Trans>Carte</Trans>
            </legend>
            {cards.map((card) => (
              <ChoiceRow
                key={card.id}
                name="card_id"
                value={card.id}
                isChosen={form.draft.card_id === card.id}
                onChoose={() => {
                  form.set('card_id', card.id)
                  setDraft((before) => ({ ...before, card_id: card.id }))
                }}
                before={<MiniCard />}
                title={card.holder}
                detail={
                  <span className="num">
                    •••• {lastDigits(card.number_masked)} · {printedExpiry(card.expiry)}
                  </span>
                }
              />
            ))}
            {form.problemAt('card_id') && <p role="alert">{form.problemAt('card_id')}</p>}
          </fieldset>
          <div className={styles.frequency}>
            <span className={styles.legend}>
              <Trans>Fréquence</Trans>
            </span>
            <Segmented
              label={t`Fréquence`}
              value={form.draft.often}
              options={[
                { value: 'once', label: t`Une seule fois` },
                { value: 'again', label: t`Récurrente` },
              ]}
              onChange={(often) => form.set('often', often)}
            />
          </div>
          {isAgain && (
            <SeriesFields
              draft={form.draft}
              problems={{
                start_date: form.problemAt('start_date') ?? form.problemAt('execution_date'),
                end_date: form.problemAt('end_date'),
              }}
              onChange={(field, value) => form.set(field, value, field === 'start_date' ? 'execution_date' : field)}
            />
          )}
          <MoneyField
            {...form.field('amount')}
            onChange={setAmount}
            currency={currency}
            label={t`Montant de la recharge`}
            help={t`${max} au maximum`}
          />
          <div className={styles.presets} role="group" aria-label={t`Montants usuels`}>
            {PRESETS.map((preset) => (
              <button
                key={preset}
                type="button"
                className={cx(styles.preset, 'num')}
                aria-pressed={form.draft.amount === preset}
                onClick={() => setAmount(preset)}
              >
                {moneyText(preset, currency)}
              </button>
            ))}
          </div>
          <QuoteAmounts quote={quote} isComing={typeof draft.amount === 'number' && !error} />
          {quote && <Warnings quote={quote} isAgain={isAgain} />}
        </div>
      </FormFrame>
    </SidePanel>
  )
}

function QuoteAmounts({ quote, isComing }: { quote: TopupQuote | null; isComing: boolean }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  if (!quote && !isComing) return null
  const show = (amount: number | undefined) =>
    quote && amount !== undefined ? <Money amount={amount} currency={quote.currency} /> : <SkeletonBlock width={5} />
  const rows = [
    { name: t`Frais de recharge`, amount: quote?.fees },
    { name: t`TAF (17 %)`, amount: quote?.tax },
    { name: t`Total débité`, amount: quote?.total, isTotal: true },
    { name: t`Solde du compte après`, amount: quote?.balance_after },
    { name: t`Solde de la carte après`, amount: quote?.card_balance_after },
  ]
  const [holding, monthly] = quote
    ? [moneyText(quote.holding_left, quote.currency), moneyText(quote.monthly_left, quote.currency)]
    : [null, null]
  return (
    <div aria-live="polite">
      <dl className={styles.quote}>
        {rows.map(({ name, amount, isTotal }) => (
          <div key={name} className={isTotal ? styles.total : undefined}>
            <dt>{name}</dt>
            <dd className="num">{show(amount)}</dd>
          </div>
        ))}
      </dl>
      {holding && (
        <p className="muted small num" style={{ marginTop: '0.5rem' }}>
          <Trans>
            La carte peut encore recevoir {holding} ; plafond du mois : encore {monthly}.
          </Trans>
        </p>
      )}
    </div>
  )
}

/** What stands in the way of a quoted amount, before the button is pressed. */
function Warnings({ quote, isAgain }: { quote: TopupQuote; isAgain: boolean }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const { amount, holding_left, monthly_left, balance_after, signatures_needed, warnings, currency } = quote
  const missing = moneyText(-balance_after, currency)
  return (
    <>
      {amount > holding_left && !isAgain && <InlineAlert tone="warning" title={t`Le solde de la carte dépasserait le plafond autorisé`} />}
      {amount > monthly_left && amount <= holding_left && !isAgain && (
        <InlineAlert tone="warning" title={t`Le plafond des recharges du mois serait dépassé`} />
      )}
      {balance_after < 0 && !isAgain && <InlineAlert tone="warning" title={t`Solde insuffisant : il manque ${missing}`} />}
      {warnings.includes('same_topup_today') && !isAgain && (
        <InlineAlert tone="warning" title={t`Vous avez déjà rechargé cette carte du même montant dans les dernières 24 heures.`} />
      )}
      {signatures_needed > 0 && (
        <InlineAlert tone="info" title={t`Cette recharge attendra une validation`}>
          <Trans>Les règles de signature du compte s’appliquent. Le montant est réservé d’ici là.</Trans>
        </InlineAlert>
      )}
    </>
  )
}
