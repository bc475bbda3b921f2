import { useLingui } from '@lingui/react/macro'
import { useAccount } from '../../lib/session/session.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './ImportScreen.module.css'

/** The options of a batch: one debit for all, confidential, save new beneficiaries. */
export type SendOptions = { isSingle: boolean; isConfidential: boolean; isSaving: boolean }

type Props = { options: SendOptions; onChange: (options: SendOptions) => void }

/** Whether people without the capability see the total only. */
export function ConfidentialOption({ options, onChange }: Props) {
  const { t } = useLingui()
  const { capabilities } = useAccount()
  if (!capabilities.includes('batch.confidential')) return null
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
