import { Trans, useLingui } from '@lingui/react/macro'
import { LABEL_MAX_LENGTH } from 'contract/transfers/transfers.ts'
import { TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { useFormats } from '../../../lib/formats.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { MoneyField } from '../../../shell/forms/MoneyField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { sameDigits } from './transfer-draft.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './TransferForm.module.css'

// Only where something is exchanged.
const ExchangeNote = lazyPart(async () => (await import('./ExchangeNote.tsx')).ExchangeNote)
const CurrencyChoice = lazyPart(async () => (await import('./CurrencyChoice.tsx')).CurrencyChoice)

/** The amount with the remaining balance, and the purpose that the payee reads. */
export function AmountPart({ flow, part }: { flow: TransferFlow; part: RefObject<HTMLElement | null> }) {
  const { t } = useLingui()
  const { form, account, amount, quote, shortage, defaultLabel, edited } = flow
  const { moneyText } = useFormats()
  const text = (money: number) => moneyText(money, account.currency)
  const { type, label, beneficiary } = form.draft
  const currencies = quote?.currencies ?? [flow.currency]
  const field = form.field('amount')
  const available = text(quote?.available ?? account.available)
  const after = amount === null || shortage !== null ? null : (quote?.balance_after ?? null)
  const lastLabel = beneficiary?.payments?.last.label
  const limit = quote?.limit
  return (
    <section className={styles.part} ref={part} aria-labelledby="amount-title">
      <h2 id="amount-title">
        <Trans>Combien</Trans>
      </h2>
      <MoneyField
        label={<span className="sr">{t`Montant`}</span>}
        currency={flow.currency}
        choice={
          currencies.length > 1 && (
            <CurrencyChoice
              value={flow.currency}
              currencies={currencies}
              onChoose={(chosen) => {
                form.set('amount', sameDigits(form.draft.amount, flow.currency, chosen))
                form.set('currency', chosen, 'amount')
              }}
            />
          )
        }
        help={
          <span className="num">
            {type !== 'direct'
              ? t`Disponible aujourd’hui : ${available}. Le compte est vérifié à chaque date.`
              : after === null
                ? t`Solde disponible : ${available}`
                : t`Reste après : ${text(after)}, frais compris`}
            {limit && limit.remaining < (quote?.available ?? 0) && (
              <>
                <br />
                {t`Plafond : il reste ${text(limit.remaining)}`}
              </>
            )}
          </span>
        }
        {...field}
        error={field.error ?? shortage}
      />
      {quote !== null && quote.exchange_rate !== null && <ExchangeNote flow={flow} />}
      <Warnings flow={flow} />
      <TextField
        label={
          <>
            {t`Motif du virement`}
            <span className={styles.optional}>
              <Trans>lu par le bénéficiaire</Trans>
            </span>
          </>
        }
        maxLength={LABEL_MAX_LENGTH}
        autoComplete="off"
        placeholder={defaultLabel}
        {...form.field('label')}
      />
      {label === '' && lastLabel && !edited && (
        <p className={fieldStyles.likely}>
          <Trans>La dernière fois :</Trans>{' '}
          <button type="button" onClick={() => form.set('label', lastLabel)}>
            {lastLabel}
          </button>
        </p>
      )}
    </section>
  )
}

/** What the author should know about an order that is allowed. */
function Warnings({ flow: { form, quote, amount, account, edited } }: { flow: TransferFlow }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  if (!quote || amount === null) return null
  const missing = moneyText(quote.total - quote.available, account.currency)
  const needed = quote.signatures_needed
  const isDated = form.draft.type !== 'direct'
  const sentences = [
    // A direct order is refused instead, by the error at the field.
    isDated &&
      quote.warnings.includes('insufficient_balance') &&
      t`Il manque ${missing} aujourd’hui. Le solde sera vérifié de nouveau à l’exécution.`,
    quote.warnings.includes('same_order_today') &&
      t`Vous avez déjà demandé ce virement dans les dernières 24 heures. Est-ce un autre ?`,
    needed === 1 && t`Une autre personne doit signer ce virement.`,
    needed > 1 && t`Deux autres personnes doivent signer ce virement.`,
    quote.signs_alone && t`Personne d’autre ne peut signer sur ce compte : votre confirmation suffit.`,
    edited !== null &&
      edited.approvals > 0 &&
      t`Ce virement a déjà été signé : vos modifications demandent de nouvelles validations.`,
  ].filter((sentence) => sentence !== false)
  return sentences.map((sentence) => (
    <p key={sentence} className={styles.note} role="status">
      <Icon shape={TriangleAlert} size="sm" />
      <span className="num">{sentence}</span>
    </p>
  ))
}
