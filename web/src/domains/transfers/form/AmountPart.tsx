import { Trans, useLingui } from '@lingui/react/macro'
import { LABEL_MAX_LENGTH } from 'contract/transfers/transfers.ts'
import type { RefObject } from 'react'
import { useFormats } from '../../../lib/formats.ts'
import { availableOf } from '../../../lib/session/session.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { MoneyField } from '../../../shell/forms/MoneyField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { sameDigits } from './transfer-draft.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './TransferForm.module.css'

// Only where something is exchanged.
const ExchangeNote = lazyPart(async () => (await import('./ExchangeNote.tsx')).ExchangeNote)
const CurrencyChoice = lazyPart(async () => (await import('./CurrencyChoice.tsx')).CurrencyChoice)
// Always rendered, so that it is there before there is something to warn about: nothing may move later.
const AmountWarnings = lazyPart(async () => (await import('./AmountWarnings.tsx')).AmountWarnings)

/** The amount with the remaining balance, and the purpose that the payee reads. */
export function AmountPart({ flow, part }: { flow: TransferFlow; part: RefObject<HTMLElement | null> }) {
  const { t } = useLingui()
  const { form, account, amount, quote, shortage, defaultLabel, edited } = flow
  const { moneyText } = useFormats()
  const text = (money: number) => moneyText(money, account.currency)
  const { type, label, beneficiary } = form.draft
  const currencies = quote?.currencies ?? [flow.currency]
  const field = form.field('amount')
  const available = text(quote?.available ?? availableOf(account))
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
            {type === 'periodic'
              ? t`Disponible aujourd’hui : ${available}. Le compte est vérifié à chaque date.`
              : type === 'delayed'
                ? t`Disponible aujourd’hui : ${available}. Le compte est vérifié ce jour-là.`
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
      <AmountWarnings flow={flow} />
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
