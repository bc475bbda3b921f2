import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { FileClock, SquareUser, UserPlus, Zap } from 'lucide-react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './SendingNotes.module.css'

const MAX_NAMED = 3

/** Before the password of a batch: the lines with another name that were acknowledged, the new payees, and the lines that stay behind. */
export function SendingNotes({ draft, isSaving }: { draft: Import; isSaving: boolean }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const { items, expires_at } = draft
  const taken = items.filter(({ status, is_skipped }) => status !== 'invalid' && !is_skipped)
  const acknowledged = taken.filter(({ acknowledgement }) => acknowledgement === 'given')
  const others = acknowledged.length - MAX_NAMED
  const newPayees = taken.filter(({ warnings }) => warnings.some(({ code }) => code === 'new_payee')).length
  const invalid = items.filter(({ status }) => status === 'invalid').length
  const leftOut = items.length - taken.length - invalid
  const until = longDate(fromUnix(expires_at))
  const instant = taken.filter(({ transfer }) => transfer.network === 'instant').length
  if (acknowledged.length + newPayees + instant + invalid + leftOut === 0) return null
  return (
    <ul className={styles.notes}>
      {acknowledged.slice(0, MAX_NAMED).map(({ id, line, beneficiary: { name, known_name } }) => (
        <li key={id} className={styles.doubt}>
          <Icon shape={SquareUser} size="sm" />
          <span>
            <Trans>
              <b>Ligne {line} :</b> vous payez {name} sur le compte connu au nom de « {known_name} ».
            </Trans>
          </span>
        </li>
      ))}
      {others > 0 && (
        <li className={styles.doubt}>
          <Icon shape={SquareUser} size="sm" />
          {t`${plural(others, { one: '# autre ligne a un autre nom que son compte, et vous l’avez vérifiée.', other: '# autres lignes ont un autre nom que leur compte, et vous les avez vérifiées.' })}`}
        </li>
      )}
      {newPayees > 0 && (
        <li>
          <Icon shape={UserPlus} size="sm" />
          {isSaving
            ? t`${plural(newPayees, { one: '# nouveau bénéficiaire, enregistré avec l’envoi.', other: '# nouveaux bénéficiaires, enregistrés avec l’envoi.' })}`
            : t`${plural(newPayees, { one: '# nouveau bénéficiaire, payé sans être enregistré.', other: '# nouveaux bénéficiaires, payés sans être enregistrés.' })}`}
        </li>
      )}
      {instant > 0 && (
        <li>
          <Icon shape={Zap} size="sm" />
          {t`${plural(instant, { one: '# ligne part par PI : un paiement instantané ne s’annule pas.', other: '# lignes partent par PI : un paiement instantané ne s’annule pas.' })}`}
        </li>
      )}
      {invalid > 0 && (
        <li>
          <Icon shape={FileClock} size="sm" />
          {t`${plural(invalid, { one: '# ligne en erreur ne part pas. Elle vous attend', other: '# lignes en erreur ne partent pas. Elles vous attendent' })} jusqu’au ${until}.`}
        </li>
      )}
      {leftOut > 0 && (
        <li>
          <Icon shape={FileClock} size="sm" />
          {t`${plural(leftOut, { one: '# ligne que vous avez décochée ne part pas. Elle vous attend', other: '# lignes que vous avez décochées ne partent pas. Elles vous attendent' })} jusqu’au ${until}.`}
        </li>
      )}
    </ul>
  )
}
