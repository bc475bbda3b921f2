import { Trans, useLingui } from '@lingui/react/macro'
import type { TopupQuote as Quote } from 'contract/products/card-topups.ts'
import { useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SkeletonBlock } from '../../ui/Skeleton.tsx'
import styles from './TopupPanel.module.css'

type Props = {
  quote: Quote | null
  /** Whether the quote is loading. */
  isLoading: boolean
  isAgain: boolean
}

/** The cost of a top-up, the balances after it, and its obstacle. */
export function TopupQuote({ quote, isLoading, isAgain }: Props) {
  return (
    <>
      <QuoteAmounts quote={quote} isLoading={isLoading} />
      {quote && <Warnings quote={quote} isAgain={isAgain} />}
    </>
  )
}

function QuoteAmounts({ quote, isLoading }: { quote: Quote | null; isLoading: boolean }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  if (!quote && !isLoading) return null
  const show = (amount: number | undefined) =>
    quote && amount !== undefined ? <Money amount={amount} currency={quote.currency} /> : <SkeletonBlock width={5} />
  const rows = [
    { name: t`Frais de recharge`, amount: quote?.fees },
    { name: t`TAF`, amount: quote?.tax },
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
            Vos cartes peuvent encore recevoir {holding} ensemble ; plafond du mois : encore {monthly}.
          </Trans>
        </p>
      )}
    </div>
  )
}

/** The obstacle to a quoted amount, shown before sending. */
function Warnings({ quote, isAgain }: { quote: Quote; isAgain: boolean }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const { amount, holding_left, monthly_left, balance_after, signatures_needed, warnings, currency } = quote
  const missing = moneyText(-balance_after, currency)
  return (
    <>
      {amount > holding_left && !isAgain && (
        <InlineAlert tone="warning" title={t`Vos cartes dépasseraient ensemble le solde autorisé`} />
      )}
      {amount > monthly_left && amount <= holding_left && !isAgain && (
        <InlineAlert
          tone="warning"
          title={t`Le plafond des recharges du mois, toutes cartes comprises, serait dépassé`}
        />
      )}
      {balance_after < 0 && !isAgain && (
        <InlineAlert tone="warning" title={t`Solde insuffisant : il manque ${missing}`} />
      )}
      {warnings.includes('same_topup_today') && !isAgain && (
        <InlineAlert
          tone="warning"
          title={t`Vous avez déjà rechargé cette carte du même montant dans les dernières 24 heures.`}
        />
      )}
      {signatures_needed > 0 && (
        <InlineAlert tone="info" title={t`Cette recharge attendra une validation`}>
          <Trans>Les règles de signature du compte s’appliquent. Le montant est réservé d’ici là.</Trans>
        </InlineAlert>
      )}
    </>
  )
}
