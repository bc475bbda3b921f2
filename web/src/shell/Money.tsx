import type { Currency } from 'contract/values/money.ts'
import { type ComponentProps } from 'react'
import { type SignStyle, useFormats } from '../lib/formats.ts'
import { Amount } from '../ui/data/Amount.tsx'

type Props = { amount: number; currency: Currency; signs?: SignStyle } & Pick<
  ComponentProps<typeof Amount>,
  'size' | 'tone'
>

/**
 * An amount in the bank's format. Of movements, credits are green with a plus, debits have the text colour with a
 * minus.
 */
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
