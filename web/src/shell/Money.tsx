import type { Currency } from 'contract/values/money.ts'
import { type ComponentProps } from 'react'
import { type SignStyle, useFormats } from '../lib/formats.ts'
import { Amount } from '../ui/Amount.tsx'
import { AmountField } from '../ui/AmountField.tsx'

type Props = { amount: number; currency: Currency; signs?: SignStyle } & Pick<ComponentProps<typeof Amount>, 'size' | 'tone'>

/** An amount as the bank writes it. Of movements, money in is green with a plus, money out is ink with a minus. */
export function Money({ amount, currency, signs = 'balance', size, tone }: Props) {
  const { money } = useFormats()
  return (
    <Amount
      {...money(amount, currency, signs)}
      {...(size && { size })}
      tone={tone ?? (signs === 'movement' && amount > 0 ? 'in' : 'out')}
    />
  )
}

type FieldProps = Omit<ComponentProps<typeof AmountField>, 'notation' | 'unit' | 'isUnitFirst'> & { currency: Currency }

/** An amount in the minor unit of the currency, typed as in the user's language. */
export function MoneyField({ currency, ...field }: FieldProps) {
  const { amountNotation, money } = useFormats()
  const { unit, isUnitFirst } = money(0, currency)
  return <AmountField {...field} notation={amountNotation(currency)} unit={unit} isUnitFirst={isUnitFirst} />
}
