import type { Currency } from 'contract/values/money.ts'
import { type ComponentProps } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { AmountField } from '../../ui/fields/AmountField.tsx'

type FieldProps = Omit<ComponentProps<typeof AmountField>, 'notation' | 'unit'> & { currency: Currency }

/** A field for an amount in the minor unit of the currency, in the notation of the user's language. */
export function MoneyField({ currency, ...field }: FieldProps) {
  const { amountNotation, money } = useFormats()
  const { unit } = money(0, currency)
  return <AmountField {...field} notation={amountNotation(currency)} unit={unit} />
}
