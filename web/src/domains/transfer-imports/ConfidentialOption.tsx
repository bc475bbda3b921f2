import { useLingui } from '@lingui/react/macro'
import { useAccount } from '../../lib/session/session.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './ImportScreen.module.css'
import type { SendOptions } from './send-options.ts'

type Props = { options: SendOptions; onChange: (options: SendOptions) => void }

/** Whether people without the capability see the total only. */
export function ConfidentialOption({ options, onChange }: Props) {
  const { t } = useLingui()
  const { capabilities } = useAccount()
  // A draft that was moved to an account without the capability can be sent for all to see.
  if (!capabilities.includes('batch.confidential') && !options.isConfidential) return null
  return (
    <label className={styles.confidential}>
      <Checkbox
        checked={options.isConfidential}
        onChange={(isConfidential) => onChange({ ...options, isConfidential })}
      />
      <span>
        {t`Virements confidentiels`}
        <br />
        <span className="muted small">{t`Les personnes non habilitées ne voient que le total`}</span>
      </span>
    </label>
  )
}
