import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from 'contract/access/audit.ts'
import { useId } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import styles from './JournalScreen.module.css'
import { useAuthor, useDeviceName } from './audit-labels.ts'

/** One event: author, time, device, and changes. */
export function EntryPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const [author, deviceName] = [useAuthor(), useDeviceName()]
  const titleId = useId()
  const device = deviceName(entry)
  const facts: (DetailItem | false)[] = [
    { name: t`Auteur`, value: author(entry) },
    { name: t`Date`, value: dateTime(fromUnix(entry.at)) },
    device !== '' && { name: t`Appareil`, value: device },
    entry.address !== null && { name: t`Adresse IP`, value: entry.address },
  ]
  return (
    <SidePanel title={t`Événement`} onClose={onClose}>
      <div className={styles.hero}>
        <p className={styles.act}>{entry.label}</p>
        {entry.subject && <p className="muted">{entry.subject}</p>}
      </div>
      <DetailList facts={facts.filter((fact) => fact !== false)} />
      {entry.details.length > 0 && (
        <section className={styles.section} aria-labelledby={titleId}>
          <h3 className={styles.sectionTitle} id={titleId}>
            <Trans>Détail</Trans>
          </h3>
          <dl className={styles.changes}>
            {entry.details.map(({ name, before, after }, index) => (
              // Two lines may have the same name, and the list never changes.
              <div key={index} className={styles.change}>
                <dt>{name}</dt>
                {before !== null && (
                  <dd className={styles.before}>
                    <span className="sr">{t`Avant :`} </span>
                    <del>{before}</del>
                  </dd>
                )}
                <dd>
                  {before !== null && <span className="sr">{t`Après :`} </span>}
                  {after ?? <span className="muted">{t`supprimé`}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </SidePanel>
  )
}
