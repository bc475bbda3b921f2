import { Trans, useLingui } from '@lingui/react/macro'
import type { Import, ImportItem } from 'contract/transfers/imports.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { Check, CircleAlert, Pencil, TriangleAlert } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './ImportScreen.module.css'

type LineActs = {
  currency: Import['summary']['currency']
  onChoose: (item: ImportItem, isChosen: boolean) => void
  onEdit: (item: ImportItem) => void
  onAcknowledge: (item: ImportItem) => void
}

/** The columns of the lines of a file. */
export function useImportColumns({ currency, onChoose, onEdit, onAcknowledge }: LineActs): Column<ImportItem>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  return [
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (item) => (
        <Subject
          title={
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={!item.is_skipped && item.status !== 'invalid'}
                disabled={item.status === 'invalid'}
                onChange={({ target }) => onChoose(item, target.checked)}
              />
              <span className="muted num">{item.line}</span>
              <span>{item.beneficiary.name || t`non renseigné`}</span>
            </label>
          }
          detail={<Problems item={item} onAcknowledge={onAcknowledge} />}
        />
      ),
    },
    {
      id: 'iban',
      kind: 'text',
      head: t`IBAN`,
      isWideOnly: true,
      cell: ({ beneficiary, typed, errors }) => (
        <span className={cx('num', styles.iban, errors.some(({ column }) => column === 'iban') && styles.wrong)}>
          {groupByFour(beneficiary.iban || typed.iban) || t`non renseigné`}
        </span>
      ),
    },
    {
      id: 'label',
      kind: 'text',
      head: t`Libellé`,
      isWideOnly: true,
      cell: ({ transfer }) => (
        <>
          {transfer.label}
          {transfer.execution_date && (
            <span className="muted small"> · {rowDate(fromPlainDate(transfer.execution_date))}</span>
          )}
        </>
      ),
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ transfer, typed }) =>
        transfer.amount === null ? (
          <span className={styles.wrong}>{typed.amount || t`non renseigné`}</span>
        ) : (
          <Money amount={transfer.amount} currency={currency} />
        ),
    },
    {
      id: 'edit',
      kind: 'status',
      head: t`Modifier`,
      isHeadHidden: true,
      cell: (item) =>
        item.status === 'invalid' ? (
          <Button size="sm" icon={Pencil} isIconOnPhone onClick={() => onEdit(item)}>
            <Trans>Corriger</Trans>
            <span className="sr"> {t`la ligne ${item.line}`}</span>
          </Button>
        ) : (
          <IconButton icon={Pencil} size="sm" label={t`Modifier la ligne ${item.line}`} onClick={() => onEdit(item)} />
        ),
    },
  ]
}

/** In a first file every payee is new, so that this notice is less prominent than a warning. */
const notes = ['new_payee', 'date_moved']

/** All errors of a line, then its warnings, then its notices. */
function Problems({ item, onAcknowledge }: { item: ImportItem; onAcknowledge: LineActs['onAcknowledge'] }) {
  const { errors, warnings, acknowledgement, line } = item
  const { t } = useLingui()
  const isNote = ({ code }: (typeof warnings)[number]) => notes.includes(code)
  const isSeen = ({ code }: (typeof warnings)[number]) => code === 'name_mismatch' && acknowledgement === 'given'
  return (
    <span className={styles.problems}>
      {errors.map(({ column, code, message }) => (
        <span key={`${column} ${code}`} className={styles.wrong}>
          <Icon shape={CircleAlert} size="sm" /> {message}
        </span>
      ))}
      {warnings
        .filter((one) => !isNote(one))
        .map((one) => (
          <span key={`${one.column} ${one.code}`} className={cx(!isSeen(one) && styles.over)}>
            <Icon shape={isSeen(one) ? Check : TriangleAlert} size="sm" /> {one.message}
            {isSeen(one) && ` ${t`Vérifié`}`}
          </span>
        ))}
      {acknowledgement === 'needed' && (
        <button type="button" className="link" onClick={() => onAcknowledge(item)}>
          <Trans>C’est la bonne personne</Trans>
          <span className="sr"> {t`à la ligne ${line}`}</span>
        </button>
      )}
      {warnings.filter(isNote).map(({ column, code, message }) => (
        <span key={`${column} ${code}`}>{message}</span>
      ))}
    </span>
  )
}
