import { useLingui } from '@lingui/react/macro'
import { problems } from 'contract/problems.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { translate } from '../../lib/language.ts'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { MoneyField } from '../forms/MoneyField.tsx'
import { type Amounts, areReversed } from './amount-bounds.ts'
import type { FieldProps } from './filter.ts'
import { OptionsField } from './OptionsField.tsx'
import styles from './fields.module.css'

/** Usual bounds, in whole units. */
const usualIn = (currency: Currency) => (currency === 'XOF' ? [50_000, 500_000] : [100, 1_000])

/** The lowest and the highest amount, each optional, and usual bounds. */
export function AmountsField({ draft, set, isTried, currency }: FieldProps<Amounts> & { currency: Currency }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  // An unfinished amount is a text, which is no value of the filter.
  const [typed, setTyped] = useState<{ min?: AmountDraft; max?: AmountDraft }>({})
  const type = (side: 'min' | 'max', value: AmountDraft) => {
    setTyped({ ...typed, [side]: value })
    set({ [side]: typeof value === 'number' ? value : undefined })
  }
  const valueOf = (side: 'min' | 'max') => (typeof typed[side] === 'string' ? typed[side] : (draft[side] ?? null))
  const usual = usualIn(currency).map((amount) => {
    const above = amount * 10 ** minorUnits[currency]
    const text = moneyText(above, currency, 'plain')
    return { value: String(above + 1), label: t`Plus de ${text}` }
  })
  return (
    <div className={styles.amounts}>
      <OptionsField
        label={t`Montants`}
        options={usual}
        chosen={draft.min !== undefined && draft.max === undefined ? [String(draft.min)] : []}
        onToggle={(value) => {
          setTyped({})
          set({ min: Number(value) === draft.min ? undefined : Number(value), max: undefined })
        }}
      />
      <div className={styles.pair}>
        <MoneyField
          size="md"
          name="min"
          label={t`Montant min.`}
          value={valueOf('min')}
          error={null}
          currency={currency}
          onChange={(value) => type('min', value)}
        />
        <MoneyField
          size="md"
          name="max"
          label={t`Montant max.`}
          value={valueOf('max')}
          error={isTried && areReversed(draft) ? translate(problems.amounts_reversed) : null}
          currency={currency}
          onChange={(value) => type('max', value)}
        />
      </div>
    </div>
  )
}
