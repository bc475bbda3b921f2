import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftRight } from 'lucide-react'
import { fromUnix, useFormats } from '../../../lib/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useRateText } from '../exchange-labels.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

/** The amount in the other currency, the rate, and how long it is guaranteed. */
export function ExchangeNote({ flow: { quote, account, amount, currency, form } }: { flow: TransferFlow }) {
  const { t } = useLingui()
  const { moneyText, time } = useFormats()
  const rateText = useRateText()
  if (!quote || amount === null || quote.exchange_rate === null) return null
  const { credit_amount, credit_currency, rate_until } = quote
  if (credit_amount === null || credit_currency === null) return null
  const debited = moneyText(quote.amount, account.currency)
  const received = moneyText(credit_amount, credit_currency)
  const rate = rateText(quote.exchange_rate, credit_currency === 'XOF' ? account.currency : credit_currency)
  const isDirect = form.draft.type === 'direct'
  return (
    <p className={styles.exchange} role="status">
      <Icon shape={ArrowLeftRight} size="sm" />
      <span className="num">
        {currency === credit_currency && credit_amount === amount ? t`Débité : ${debited}` : t`Reçu : ${received}`}
        <br />
        <span className="muted">
          {rate_until === null ? (
            <Trans>{rate}, taux fixe</Trans>
          ) : isDirect ? (
            <Trans>
              {rate}, garanti jusqu’à {time(fromUnix(rate_until))}
            </Trans>
          ) : (
            <Trans>{rate} aujourd’hui ; le cours du jour d’exécution sera appliqué</Trans>
          )}
        </span>
      </span>
    </p>
  )
}
