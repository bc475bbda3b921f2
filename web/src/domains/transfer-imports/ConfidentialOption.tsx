import { useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { useAccount } from '../../lib/session/session.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './ImportScreen.module.css'

type Props = { options: Import['options']; onChange: (options: Import['options']) => void }

/** Whether people without the capability see the total only. */
export function ConfidentialOption({ options, onChange }: Props) {
  const { t } = useLingui()
  const { capabilities } = useAccount()
  // A draft that was moved to an account without the capability can be sent for all to see.
  if (!capabilities.includes('batch.confidential') && !options.is_confidential) return null
  return (
    <label className={styles.confidential}>
      <Checkbox
        checked={options.is_confidential}
        onChange={(is_confidential) => onChange({ ...options, is_confidential })}
      />
      <span>
        {t`Virements confidentiels`}
        <br />
        <span className="muted small">{t`Les personnes non habilitées ne voient que le total`}</span>
      </span>
    </label>
  )
}
