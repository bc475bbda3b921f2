import { useLingui } from '@lingui/react/macro'
import type { Currency } from 'contract/values/money.ts'
import { ChevronDown } from 'lucide-react'
import { useFormats } from '../../../lib/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './TransferForm.module.css'

type Props = { value: Currency; currencies: readonly Currency[]; onChoose: (currency: Currency) => void }

/** The currency of the amount, as a native select in the place of the unit. */
export function CurrencyChoice({ value, currencies, onChoose }: Props) {
  const { t } = useLingui()
  const { unitOf } = useFormats()
  return (
    <span className={styles.currency}>
      <select
        name="currency"
        aria-label={t`Devise du montant`}
        value={value}
        onChange={(event) => {
          const chosen = currencies.find((one) => one === event.target.value)
          if (chosen) onChoose(chosen)
        }}
      >
        {currencies.map((one) => (
          <option key={one} value={one}>
            {unitOf(one)}
          </option>
        ))}
      </select>
      <Icon shape={ChevronDown} size="sm" />
    </span>
  )
}
