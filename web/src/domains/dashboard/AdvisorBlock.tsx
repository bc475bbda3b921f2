import { Trans, useLingui } from '@lingui/react/macro'
import type { Dashboard } from 'contract/dashboard.ts'
import { identityOfName } from 'contract/values/identity.ts'
import { MessageSquare, Phone } from 'lucide-react'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { IdentityFace } from '../../shell/Identity.tsx'
import { BrandPattern } from '../../ui/BrandPattern.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './AdvisorBlock.module.css'

/** The face of the bank: the account's manager, with the woven edge of the cards. */
export function AdvisorBlock({
  advisor: { branch_name, phone },
  name,
}: {
  advisor: Dashboard['advisor']
  name: string
}) {
  const { t } = useLingui()
  const mayWrite = useMayWrite()
  return (
    <section className={styles.card} aria-label={t`Votre conseiller`}>
      <div className={styles.person}>
        <IdentityFace identity={identityOfName(name, null, false)} />
        <p>
          <b>{name}</b>
          <span className="muted small">
            <Trans>Votre conseiller, {branch_name}</Trans>
          </span>
        </p>
      </div>
      <p className={styles.actions}>
        {mayWrite && (
          <Button icon={MessageSquare} size="sm" onClick={() => writeToBank()}>
            <Trans>Écrire</Trans>
          </Button>
        )}
        <a className={buttonClass({ variant: 'quiet', size: 'sm' })} href={`tel:${phone.replaceAll(' ', '')}`}>
          <Icon shape={Phone} size="sm" />
          <Trans>Appeler</Trans>
        </a>
      </p>
      <BrandPattern className={styles.edge} />
    </section>
  )
}
