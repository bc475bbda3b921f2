import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { UserPlus } from 'lucide-react'
import { useAccount } from '../../lib/session/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ImportScreen.module.css'

type Props = {
  count: number
  /** Whether they are saved as beneficiaries with the sending. */
  isSaving: boolean
  onSave: (isSaving: boolean) => void
}

/** The payees of a file that are not saved: one line for all, and one touch to save them. */
export function NewPayees({ count, isSaving, onSave }: Props) {
  const { t } = useLingui()
  const { capabilities } = useAccount()
  if (count === 0) return null
  return (
    <p className={styles.newPayees}>
      <Icon shape={UserPlus} size="sm" />
      <span role="status">
        <b>{t`${plural(count, { one: '# nouveau bénéficiaire', other: '# nouveaux bénéficiaires' })}`}</b>{' '}
        {isSaving ? <Trans>enregistrés avec l’envoi</Trans> : <Trans>payés cette fois, sans être enregistrés</Trans>}
      </span>
      {capabilities.includes('beneficiary.manage') && (
        <button type="button" className="link" onClick={() => onSave(!isSaving)}>
          {isSaving ? <Trans>Ne pas les enregistrer</Trans> : <Trans>Les enregistrer</Trans>}
        </button>
      )}
    </p>
  )
}
