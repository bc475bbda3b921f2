import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Import } from 'contract/transfers/imports.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { BalanceAlerts } from './BalanceAlerts.tsx'
import { amountRepairs, type LineEdit } from './grid-edits.ts'
import styles from './ImportScreen.module.css'

type Props = {
  draft: Import
  /** The number of selected lines that may be duplicates. */
  takenTwice: number
  onShow: (only: 'twice' | 'names') => void
  onEdit: (edits: LineEdit[]) => void
}

/** Errors to fix before the lines are sent, and warnings. */
export function ImportAlerts({ draft, takenTwice, onShow, onEdit }: Props) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const { items, sent, already_imported_at, other_accounts, summary } = draft
  const { invalid, unacknowledged } = summary
  const repairs = amountRepairs(items)
  const before = already_imported_at && longDate(fromUnix(already_imported_at))
  return (
    <div className={styles.alerts}>
      {sent && (
        <InlineAlert
          tone="info"
          title={t`${plural(sent.lines, { one: '# virement de ce fichier a été envoyé', other: '# virements de ce fichier ont été envoyés' })}`}
        >
          {t`${plural(items.length, { one: 'La ligne ci-dessous n’en faisait pas partie. Vous pouvez l’envoyer maintenant.', other: 'Les # lignes ci-dessous n’en faisaient pas partie. Vous pouvez les envoyer maintenant.' })}`}{' '}
          <Link className="link" {...paths.batch(sent.batch_id)}>
            <Trans>Voir ce qui a été envoyé</Trans>
          </Link>
        </InlineAlert>
      )}
      {other_accounts.length > 0 && (
        <InlineAlert tone="info" title={t`Ce fichier débite aussi d’autres comptes`}>
          <Trans>
            Chaque compte a son envoi. Les virements des autres comptes attendent sept jours sous « Importer un fichier
            », une fois le compte choisi.
          </Trans>
          <ul>
            {other_accounts.map(({ id, label, number, lines }) => {
              const name = `${accountName(label)} ${number}`
              return <li key={id}>{t`${name} : ${plural(lines, { one: '# virement', other: '# virements' })}`}</li>
            })}
          </ul>
        </InlineAlert>
      )}
      {invalid > 0 && (
        <InlineAlert
          tone="danger"
          title={t`${plural(invalid, { one: '# ligne contient une erreur', other: '# lignes contiennent une erreur' })}`}
        >
          {t`${plural(invalid, {
            one: 'Corrigez-la ici ou dans le fichier. Les autres lignes peuvent être envoyées sans attendre : celle-ci reste dans le brouillon.',
            other:
              'Corrigez-les ici ou dans le fichier. Les autres lignes peuvent être envoyées sans attendre : celles-ci restent dans le brouillon.',
          })}`}{' '}
          {repairs.length > 1 && (
            <button type="button" className="link" onClick={() => onEdit(repairs)}>
              {t`Écrire les ${repairs.length} montants en chiffres seuls`}
            </button>
          )}
        </InlineAlert>
      )}
      {before && (
        <InlineAlert tone="warning" title={t`Ce fichier a déjà été envoyé`}>
          <Trans>Le {before}. Vérifiez que vous ne payez pas deux fois.</Trans>
        </InlineAlert>
      )}
      {takenTwice > 0 && (
        <InlineAlert
          tone="warning"
          title={t`${plural(takenTwice, { one: '# ligne pourrait payer deux fois', other: '# lignes pourraient payer deux fois' })}`}
        >
          <Trans>
            Même compte, montant et libellé qu’une autre ligne, ou qu’un virement ordonné il y a moins de 30 jours.
            Décochez ce qui est de trop.
          </Trans>{' '}
          <button type="button" className="link" onClick={() => onShow('twice')}>
            <Trans>Les montrer</Trans>
          </button>
        </InlineAlert>
      )}
      {unacknowledged > 0 && (
        <InlineAlert
          tone="warning"
          title={t`${plural(unacknowledged, { one: '# nom ne correspond pas au compte', other: '# noms ne correspondent pas au compte' })}`}
        >
          <Trans>
            Vérifiez chaque ligne, ou décochez-la : une ligne décalée dans le fichier paierait une autre personne.
          </Trans>{' '}
          <button type="button" className="link" onClick={() => onShow('names')}>
            <Trans>Les vérifier</Trans>
          </button>
        </InlineAlert>
      )}
      <BalanceAlerts draft={draft} />
    </div>
  )
}
