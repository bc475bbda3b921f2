import { useLingui } from '@lingui/react/macro'
import type { ChargeBearer } from 'contract/transfers/transfers.ts'
import type { Currency } from 'contract/values/money.ts'
import { useFormats } from '../../lib/formats.ts'

/** Who bears the charges of the banks abroad. */
export function useChargeBearers(): Record<ChargeBearer, string> {
  const { t } = useLingui()
  return {
    SHA: t`Partagés : chacun paie sa banque (SHA)`,
    OUR: t`Tous à ma charge (OUR)`,
    BEN: t`Tous à la charge du bénéficiaire (BEN)`,
  }
}

/** "1 EUR = 655,957 F CFA". */
export function useRateText(): (rate: number, currency: Currency) => string {
  const { language, unitOf } = useFormats()
  const format = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { maximumFractionDigits: 8 })
  return (rate, currency) => `1\u00A0${currency} = ${format.format(rate)}\u00A0${unitOf('XOF')}`
}
