import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getAdvisor } from 'contract/accounts/accounts.ts'
import { MessageCircle } from 'lucide-react'
import { callQuery } from '../../lib/api/query.ts'
import { initialsOf } from '../../lib/formats.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/Tile.tsx'
import { openHeaderDialog } from '../header/header-dialogs.ts'
import styles from './AdvisorCard.module.css'

/** The account's manager, at the foot of the menu; opens the contact details. */
export function AdvisorCard({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useLingui()
  const advisor = useQuery(callQuery(getAdvisor, {})).data?.answer
  const role = t`Votre conseiller`
  const { name: person, branch_name } = advisor ?? { name: null, branch_name: null }
  const name = person ?? (branch_name && t`Agence ${branch_name}`)
  return (
    <button
      type="button"
      className={styles.card}
      {...(isNarrow && { title: name ?? role })}
      onClick={() => openHeaderDialog('advisor')}
    >
      <Avatar letters={name ? initialsOf(name) : ''} />
      <span className={isNarrow ? 'sr' : styles.text}>
        {/* The space of the name is reserved before the answer. */}
        {(name !== null || !advisor) && <b>{name ?? '\u00A0'}</b>}
        <span>{role}</span>
      </span>
      {!isNarrow && <Icon shape={MessageCircle} size="sm" />}
    </button>
  )
}
