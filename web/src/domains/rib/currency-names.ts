import { useLingui } from '@lingui/react/macro'
import type { Currency } from 'contract/values/money.ts'

export function useCurrencyNames(): Record<Currency, string> {
  const { t } = useLingui()
  return {
    XOF: t`Franc CFA`,
    EUR: t`Euro`,
    USD: t`Dollar des États-Unis`,
    GBP: t`Livre sterling`,
    CHF: t`Franc suisse`,
    CAD: t`Dollar canadien`,
    MAD: t`Dirham marocain`,
    CNY: t`Yuan`,
  }
}
