import { Trans, useLingui } from '@lingui/react/macro'
import type { TransferQuote } from 'contract/transfers/transfers.ts'
import type { Currency } from 'contract/values/money.ts'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountName } from '../../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { availableOf } from '../../../lib/session/session.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IdentityAvatar } from '../../../ui/data/Identity.tsx'
import { PayeePicture } from './PayeePicture.tsx'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferTicket.module.css'

// Decoration: the form does not wait for it.
const BrandStrip = lazyPart(async () => (await import('../../../ui/BrandStrip.tsx')).BrandStrip)

type Props = { flow: TransferFlow; formId: string; isBusy: boolean }

/** What leaves, for whom and at which cost, with the button. On a phone only the total and the button, at the foot. */
export function TransferTicket({ flow, formId, isBusy }: Props) {
  const { t } = useLingui()
  const { moneyText, rowDate, dayAndMonth } = useFormats()
  const { form, account, edited, isPaused, amount, currency, quote, shortage } = flow
  const { beneficiary, type } = form.draft
  const isWrong = typeof form.draft.amount === 'string' || form.draft.amount === 0 || shortage !== null
  const text = (money: number) => moneyText(money, account.currency)
  const isPriced = quote !== null && amount !== null
  const total = isPriced ? text(quote.total) : null
  const received = isPriced && !isWrong ? receivedOf(quote, { amount, currency }, moneyText) : null
  const isSeries = type === 'periodic'
  const verb = edited
    ? t`Enregistrer les modifications`
    : type === 'direct'
      ? t`Vérifier et envoyer`
      : t`Vérifier et programmer`
  const missing = beneficiary === null ? t`Choisissez à qui envoyer` : isWrong ? t`Montant à corriger` : null
  const button = (
    <Button type="submit" form={formId} variant="primary" size="lg" isBlock isBusy={isBusy}>
      {verb}
    </Button>
  )
  return (
    <aside className={styles.side} aria-label={t`Récapitulatif`}>
      <div className={styles.ticket}>
        <div className={styles.strip}>
          <BrandStrip />
        </div>
        <div className={styles.body}>
          <h2>
            <Trans>Récapitulatif</Trans>
          </h2>
          <div className={styles.legs}>
            <Leg
              before={<PayeePicture name={accountName(account.label)} isOwn size="sm" />}
              name={accountName(account.label)}
              detail={
                isPaused
                  ? t`rien n’est réservé pendant la pause`
                  : type !== 'direct' && quote
                    ? t`rien n’est réservé avant le ${rowDate(fromPlainDate(quote.execution_date))}`
                    : isPriced && !isWrong
                      ? t`reste ${text(quote.balance_after)}`
                      : t`${text(quote?.available ?? availableOf(account))} disponibles`
              }
            />
            <Leg
              before={
                beneficiary === null ? (
                  <IdentityAvatar tint="neutral" icon={CircleHelp} size="sm" isRound />
                ) : (
                  <PayeePicture name={beneficiary.name} isOwn={beneficiary.own_account_id !== null} size="sm" />
                )
              }
              name={beneficiary?.name ?? t`À qui ?`}
              detail={
                beneficiary === null
                  ? t`choisissez un bénéficiaire`
                  : quote
                    ? isPaused
                      ? t`en pause`
                      : isSeries
                        ? t`première fois ${dayAndMonth(fromPlainDate(quote.execution_date))}`
                        : quote.signatures_needed > 0
                          ? t`après la dernière signature`
                          : t`arrive ${dayAndMonth(fromPlainDate(quote.arrival_date))}`
                    : ''
              }
            />
          </div>
          <dl className={styles.totals}>
            <div>
              <dt>{isSeries ? t`Montant, chaque fois` : t`Montant`}</dt>
              <dd>
                {isWrong ? (
                  <span className={styles.wrong}>{t`à corriger`}</span>
                ) : amount === null ? (
                  '–'
                ) : (
                  moneyText(amount, currency)
                )}
              </dd>
            </div>
            {isPriced && !isWrong && currency !== account.currency && (
              <div>
                <dt>{t`Contre-valeur`}</dt>
                <dd>{text(quote.amount)}</dd>
              </div>
            )}
            {received !== null && (
              <div>
                <dt>{t`Reçu par le bénéficiaire`}</dt>
                <dd>{received}</dd>
              </div>
            )}
            <div>
              <dt>{t`Frais et taxes`}</dt>
              <dd>{isPriced ? text(quote.fees + quote.tax) : '–'}</dd>
            </div>
            <div className={styles.sum}>
              <dt>{isSeries ? t`Débité chaque fois` : t`Total débité`}</dt>
              <dd>{total ?? '–'}</dd>
            </div>
          </dl>
          {button}
          <p className="muted small center">
            <Trans>Vous confirmerez à l’étape suivante.</Trans>
          </p>
        </div>
      </div>
      <div className={styles.foot}>
        <p className="num">
          {missing ?? <Trans>Total, frais compris</Trans>}
          {missing === null && <b>{total ?? '–'}</b>}
        </p>
        {button}
      </div>
    </aside>
  )
}

/** What the payee receives, where it is not the typed amount. */
function receivedOf(
  { credit_amount, credit_currency }: TransferQuote,
  typed: { amount: number; currency: Currency },
  moneyText: (amount: number, currency: Currency) => string,
): string | null {
  if (credit_amount === null || credit_currency === null) return null
  const isTyped = credit_amount === typed.amount && credit_currency === typed.currency
  return isTyped ? null : moneyText(credit_amount, credit_currency)
}

function Leg({ before, name, detail }: { before: ReactNode; name: string; detail: string }) {
  return (
    <div className={styles.leg}>
      {before}
      <span>
        <b>{name}</b>
        <span className="muted num">{detail}</span>
      </span>
    </div>
  )
}
