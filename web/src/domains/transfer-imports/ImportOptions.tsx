import { useLingui } from '@lingui/react/macro'
import { useAccount } from '../../lib/session/session.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './ImportScreen.module.css'

/** The options of a batch: one debit for all, confidential, save new beneficiaries. */
export type SendOptions = { isSingle: boolean; isConfidential: boolean; isSaving: boolean }

/** How the lines are sent. Confidential ones are always one debit. */
export function ImportOptions({
  options,
  onChange,
}: {
  options: SendOptions
  onChange: (options: SendOptions) => void
}) {
  const { t } = useLingui()
  const { capabilities } = useAccount()
  const { isSingle, isConfidential } = options
  return (
    <div className={styles.options}>
      <label className={styles.single}>
        <Checkbox
          checked={isSingle || isConfidential}
          disabled={isConfidential}
          onChange={(isChecked) => onChange({ ...options, isSingle: isChecked })}
        />
        <span>
          {t`Un seul débit sur le relevé`}
          <br />
          <span className="muted small">{t`Sans le détail des bénéficiaires`}</span>
        </span>
      </label>
      {capabilities.includes('batch.confidential') && (
        <label className={styles.single}>
          <Checkbox
            checked={isConfidential}
            onChange={(isChecked) => onChange({ ...options, isConfidential: isChecked })}
          />
          <span>
            {t`Virements confidentiels`}
            <br />
            <span className="muted small">{t`Les personnes non habilitées ne voient que le total`}</span>
          </span>
        </label>
      )}
    </div>
  )
}
