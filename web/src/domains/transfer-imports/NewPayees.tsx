import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
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
        {isSaving
          ? t`${plural(count, { one: 'enregistré avec l’envoi', other: 'enregistrés avec l’envoi' })}`
          : t`${plural(count, { one: 'payé cette fois, sans être enregistré', other: 'payés cette fois, sans être enregistrés' })}`}
      </span>
      {capabilities.includes('beneficiary.manage') && (
        <button type="button" className="link" onClick={() => onSave(!isSaving)}>
          {isSaving
            ? t`${plural(count, { one: 'Ne pas l’enregistrer', other: 'Ne pas les enregistrer' })}`
            : t`${plural(count, { one: 'L’enregistrer', other: 'Les enregistrer' })}`}
        </button>
      )}
    </p>
  )
}
