import { Trans, useLingui } from '@lingui/react/macro'
import { MAX_TOPUP } from 'contract/products/card-topups.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { useId } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { useAccount } from '../../lib/session/session.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import { useDismissal } from '../../shell/forms/use-dismissal.tsx'
import { BlockProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { lastDigits, printedExpiry } from './card-labels.tsx'
import { MiniCard } from './MiniCard.tsx'
import { SeriesFields } from './SeriesFields.tsx'
import styles from './TopupPanel.module.css'
import { TopupQuote } from './TopupQuote.tsx'
import { useTopupForm } from './use-topup-form.ts'

const PRESETS = [25_000, 50_000, 100_000, 250_000] as const

/** Orders a single or recurring top-up, and shows its cost while typing. */
export function TopupPanel({ cards, first, onClose }: { cards: PrepaidCard[]; first: string; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const { currency } = useAccount()
  const { moneyText } = useFormats()
  const flow = useTopupForm(first, onClose)
  const { form, create, quote, quoteError, setAmount, setCard, submit } = flow
  const { onDismiss, question } = useDismissal(form.isDirty, onClose)
  const isAgain = form.draft.often === 'again'
  const max = moneyText(MAX_TOPUP, currency)
  const total = quote && moneyText(quote.total, quote.currency)
  return (
    <SidePanel
      title={t`Recharger une carte`}
      hasAddress={false}
      onClose={onClose}
      onDismiss={onDismiss}
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
          <CardChoices
            cards={cards}
            chosen={form.draft.card_id}
            problem={form.problemAt('card_id')}
            onChoose={setCard}
          />
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
                start_date: form.problemAt('start_date'),
                end_date: form.problemAt('end_date'),
              }}
              onChange={form.set}
            />
          )}
          <MoneyField
            {...form.field('amount')}
            onChange={setAmount}
            currency={currency}
            label={t`Montant de la recharge`}
            help={t`${max} au maximum`}
          />
          <AmountPresets amount={form.draft.amount} onChoose={setAmount} />
          {quoteError && <BlockProblem text={errorLabels(quoteError)} onRetry={flow.retryQuote} />}
          <TopupQuote quote={quote} isLoading={flow.isQuoteLoading} isAgain={isAgain} />
        </div>
      </FormFrame>
      {question}
    </SidePanel>
  )
}

type CardChoicesProps = { cards: PrepaidCard[]; chosen: string; problem: string | null; onChoose: (id: string) => void }

function CardChoices({ cards, chosen, problem, onChoose }: CardChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend className="sr">
        <Trans>Carte</Trans>
      </legend>
      {cards.map((card) => (
        <ChoiceRow
          key={card.id}
          name="card_id"
          value={card.id}
          isChosen={chosen === card.id}
          onChoose={() => onChoose(card.id)}
          before={<MiniCard />}
          title={card.holder}
          detail={
            <span className="num">
              •••• {lastDigits(card.number_masked)} · {printedExpiry(card.expiry)}
            </span>
          }
        />
      ))}
      {problem && <p role="alert">{problem}</p>}
    </fieldset>
  )
}

/** The usual amounts as buttons. */
function AmountPresets({ amount, onChoose }: { amount: AmountDraft; onChoose: (amount: number) => void }) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const { moneyText } = useFormats()
  return (
    <div className={styles.presets} role="group" aria-label={t`Montants usuels`}>
      {PRESETS.map((preset) => (
        <button
          key={preset}
          type="button"
          className={cx(styles.preset, 'num')}
          aria-pressed={amount === preset}
          onClick={() => onChoose(preset)}
        >
          {moneyText(preset, currency)}
        </button>
      ))}
    </div>
  )
}
