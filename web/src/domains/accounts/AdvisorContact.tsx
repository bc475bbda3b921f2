import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getAdvisor } from 'contract/accounts/accounts.ts'
import { Mail, Phone } from 'lucide-react'
import { callQuery } from '../../lib/api/query.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Contact } from './RestrictedScreen.tsx'
import styles from './plain-screen.module.css'

/**
 * The contact of the account for a user whose inbox is not available yet, by telephone and e-mail. The bank's own
 * contact until it is loaded.
 */
export function AdvisorContact() {
  const { t } = useLingui()
  const advisor = useQuery(callQuery(getAdvisor, {})).data?.answer
  if (!advisor) return <Contact />
  const { name, branch_name, phone, email, opening_hours } = advisor
  return (
    <section className={styles.contact} aria-label={t`Votre conseiller`}>
      <div>
        <p>
          <b className="strong">{name ?? t`Agence ${branch_name}`}</b>
        </p>
        <p className="muted small">{name && t`Agence ${branch_name}`}</p>
        <p className="muted small num">
          {phone} · {opening_hours}
        </p>
        <p className="muted small">{email}</p>
      </div>
      <div className={styles.ways}>
        <a className={buttonClass({ size: 'sm' })} href={`tel:${phone.replaceAll(' ', '')}`}>
          <Icon shape={Phone} size="sm" />
          <Trans>Appeler</Trans>
        </a>
        <a className={buttonClass({ size: 'sm' })} href={`mailto:${email}`}>
          <Icon shape={Mail} size="sm" />
          <Trans>Écrire un e-mail</Trans>
        </a>
      </div>
    </section>
  )
}
