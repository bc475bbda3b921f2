import { useLingui } from '@lingui/react/macro'
import { useAccount } from '../../lib/session/session.ts'
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
  const { isSingle, isConfidential, isSaving } = options
  return (
    <div className={styles.options}>
      <label className={styles.single}>
        <input
          type="checkbox"
          checked={isSingle || isConfidential}
          disabled={isConfidential}
          onChange={({ target }) => onChange({ ...options, isSingle: target.checked })}
        />
        <span>
          {t`Un seul débit sur le relevé`}
          <br />
          <span className="muted small">{t`Sans le détail des bénéficiaires`}</span>
        </span>
      </label>
      {capabilities.includes('batch.confidential') && (
        <label className={styles.single}>
          <input
            type="checkbox"
            checked={isConfidential}
            onChange={({ target }) => onChange({ ...options, isConfidential: target.checked })}
          />
          <span>
            {t`Virements confidentiels`}
            <br />
            <span className="muted small">{t`Les personnes non habilitées ne voient que le total`}</span>
          </span>
        </label>
      )}
      {capabilities.includes('beneficiary.manage') && (
        <label className={styles.single}>
          <input
            type="checkbox"
            checked={isSaving}
            onChange={({ target }) => onChange({ ...options, isSaving: target.checked })}
          />
          <span>
            {t`Enregistrer les nouveaux bénéficiaires`}
            <br />
            <span className="muted small">{t`Sinon ils sont payés sans entrer dans votre liste`}</span>
          </span>
        </label>
      )}
    </div>
  )
}
