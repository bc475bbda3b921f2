import { Trans, useLingui } from '@lingui/react/macro'
import type { Dashboard } from 'contract/dashboard.ts'
import { identityOfName } from 'contract/values/identity.ts'
import { Link } from '@tanstack/react-router'
import { MessageSquare, Phone } from 'lucide-react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { BrandPattern } from '../../ui/BrandPattern.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './AdvisorBlock.module.css'

/** The contact at the bank: the account's manager or its branch, and the last message, under the pattern of the brand. */
export function AdvisorBlock({
  advisor: { name, branch_name, phone },
  inbox,
}: {
  advisor: NonNullable<Dashboard['advisor']>
  inbox: Dashboard['inbox']
}) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const [last] = inbox?.items ?? []
  const mayWrite = useMayWrite()
  return (
    <section
      className={cx(styles.card, 'from-tablet')}
      aria-label={name === null ? t`Votre agence` : t`Votre conseiller`}
    >
      <div className={styles.person}>
        <IdentityPicture identity={identityOfName(name ?? branch_name, null, name === null)} />
        <p>
          <b>{name ?? branch_name}</b>
          <span className="muted small">
            {name === null ? <Trans>Votre agence</Trans> : <Trans>Votre conseiller, {branch_name}</Trans>}
          </span>
        </p>
      </div>
      {last && (
        <p className={styles.message}>
          <Link {...paths.message(last.id)} preload={false}>
            {last.subject}
            {!last.is_read && <span className="sr"> {t`(non lu)`}</span>}
          </Link>
          <span className="muted small">
            {last.sender} · {rowDate(fromUnix(last.sent_at))}
          </span>
        </p>
      )}
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
