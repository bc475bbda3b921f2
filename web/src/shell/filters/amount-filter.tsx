import { useLingui } from '@lingui/react/macro'
import type { Currency } from 'contract/values/money.ts'
import { useFormats } from '../../lib/formats.ts'
import { lazyPart } from '../lazy-part.tsx'
import { onRequest } from '../on-request/catalogue.ts'
import { type Amounts, areReversed, highest, lowest } from './amount-bounds.ts'
import type { Filter } from './filter.ts'

const AmountsField = lazyPart(async () => (await import('./AmountsField.tsx')).AmountsField, onRequest)

/** "10 000 F CFA – 50 000 F CFA", "Plus de 50 000 F CFA"; null without a bound. */
export function useAmountText({ min, max }: Amounts, currency: Currency): string | null {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const text = (amount: number) => moneyText(amount, currency, 'plain')
  const [low, high] = [min === undefined ? null : lowest(min), max === undefined ? null : highest(max)]
  if (min !== undefined && max !== undefined) return min === max ? text(min) : `${text(min)} – ${text(max)}`
  if (low) return low.is === 'above' ? t`Plus de ${text(low.amount)}` : t`À partir de ${text(low.amount)}`
  if (high) return high.is === 'below' ? t`Moins de ${text(high.amount)}` : t`Jusqu’à ${text(high.amount)}`
  return null
}

/** A filter by amount. */
export function useAmountFilter({ min, max }: Amounts, currency: Currency): Filter<Amounts> {
  const { t } = useLingui()
  return {
    id: 'amount',
    label: t`Montant`,
    text: useAmountText({ min, max }, currency),
    cleared: { min: undefined, max: undefined },
    isWide: true,
    isWrong: areReversed,
    field: (props) => <AmountsField {...props} currency={currency} />,
  }
}
