import { Trans, useLingui } from '@lingui/react/macro'
import type { Import, ImportItem, TypedLine } from 'contract/transfers/imports.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { Check, CircleAlert, Pencil, TriangleAlert } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { type GridCell, type GridColumn, gridColumns, isProblem } from './grid-edits.ts'
import styles from './ImportGrid.module.css'
import { useNetworkLabels } from './network-labels.ts'

type Props = {
  item: ImportItem
  position: number
  currency: Import['summary']['currency']
  /** Whether each line names its network: some are paid instantly. */
  hasNetworks: boolean
  /** The cell with the tab stop, if it is in this row. */
  active: GridCell | null
  /** The text that is being typed into it; null while it is not edited. */
  draft: string | null
  cellId: (cell: GridCell) => string
  onFocus: (cell: GridCell) => void
  onBegin: (cell: GridColumn) => void
  onType: (text: string) => void
  onLeave: () => void
  onChoose: (isChosen: boolean) => void
  onRepair: (set: Partial<TypedLine>) => void
  onAcknowledge: () => void
  onOpen: () => void
}

/** One line: its cells, and under them its problems with what corrects them. */
export function GridRow(props: Props) {
  const { t } = useLingui()
  const { item, position, active, cellId, onFocus, onChoose, onOpen } = props
  const isInvalid = item.status === 'invalid'
  const isChosen = !item.is_skipped && !isInvalid
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      className={cx(styles.row, isInvalid && styles.invalid, !isInvalid && isProblem(item) && styles.doubtful)}
    >
      <span
        role="gridcell"
        id={cellId('choice')}
        tabIndex={active === 'choice' ? 0 : -1}
        className={styles.choice}
        onFocus={() => onFocus('choice')}
      >
        <Checkbox
          tabIndex={-1}
          aria-label={t`Envoyer la ligne ${item.line} : ${item.beneficiary.name}`}
          checked={isChosen}
          disabled={isInvalid}
          onChange={onChoose}
        />
      </span>
      <span role="rowheader" className={cx(styles.index, 'num')}>
        {item.line}
      </span>
      {gridColumns.map((column) => (
        <TextCell key={column} column={column} {...props} />
      ))}
      <span role="gridcell" className={styles.more}>
        <button type="button" tabIndex={-1} onClick={onOpen}>
          <Icon shape={Pencil} size="sm" />
          <span className="sr">
            {isInvalid ? t`Corriger la ligne ${item.line}` : t`Modifier la ligne ${item.line}`}
          </span>
        </button>
      </span>
      <Problems {...props} />
    </div>
  )
}

function TextCell({ column, ...props }: Props & { column: GridColumn }) {
  const { t } = useLingui()
  const { item, active, draft, cellId, onFocus, onBegin, onType, onLeave, onOpen } = props
  const names: Record<GridColumn, string> = { name: t`Nom`, iban: t`IBAN`, label: t`Libellé`, amount: t`Montant` }
  const isWrong = item.errors.some((error) => error.column === column)
  const isDoubtful = column === 'name' && item.acknowledgement === 'needed'
  const isEdited = active === column && draft !== null
  return (
    <span
      role="gridcell"
      id={cellId(column)}
      tabIndex={active === column && !isEdited ? 0 : -1}
      aria-invalid={isWrong || undefined}
      className={cx(
        styles.cell,
        styles[column],
        isWrong && styles.wrong,
        isDoubtful && styles.doubt,
        isEdited && styles.edited,
      )}
      onFocus={() => onFocus(column)}
      // A finger opens the line: a cell of a phone is too small to type in.
      onPointerUp={({ pointerType }) => pointerType === 'touch' && onOpen()}
      onDoubleClick={() => onBegin(column)}
    >
      {isEdited ? (
        <input
          type="text"
          aria-label={t`${names[column]}, ligne ${item.line}`}
          value={draft}
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
        />
      ) : (
        <CellText column={column} {...props} />
      )}
    </span>
  )
}

function CellText({ column, item, currency, hasNetworks }: Props & { column: GridColumn }) {
  const { t } = useLingui()
  const { money, moneyText, rowDate } = useFormats()
  const networks = useNetworkLabels()
  const { typed, beneficiary, transfer } = item
  const missing = <span className={styles.missing}>{t`non renseigné`}</span>
  if (column === 'iban')
    return (
      <span>
        <span className="num">{groupByFour(beneficiary.iban || typed.iban) || missing}</span>
        {hasNetworks && item.status !== 'invalid' && transfer.network !== null && (
          <>
            <br />
            <span className="muted small">{networks[transfer.network]}</span>
          </>
        )}
      </span>
    )
  if (column === 'name') return beneficiary.name || missing
  if (column === 'label')
    return (
      // One element: a cell drops the space between two.
      <span>
        {transfer.label || missing}
        {transfer.execution_date && (
          <span className="muted small"> · {rowDate(fromPlainDate(transfer.execution_date))}</span>
        )}
      </span>
    )
  if (transfer.amount === null) return typed.amount || missing
  const { previous, amount, credit_amount, credit_currency } = transfer
  const difference = previous && amount - previous.amount
  return (
    <>
      <span className="num">{money(amount, currency).number}</span>
      {credit_amount !== null && credit_currency !== null && typed.currency !== '' && (
        <span className={cx(styles.difference, 'num')}> {moneyText(credit_amount, credit_currency)}</span>
      )}
      {previous && difference !== null && difference !== 0 && (
        <span className={cx(styles.difference, 'num')}>
          {t`${moneyText(difference, currency, 'movement')} depuis le ${rowDate(fromPlainDate(previous.day))}`}
        </span>
      )}
    </>
  )
}

/** Less prominent than a warning. */
const notes = ['date_moved']
/** In a first file every payee is new: one sentence above the grid says so. */
const isVisible = ({ code }: ImportItem['warnings'][number]) => code !== 'new_payee'

/** All errors of a line, then its warnings, then its notices. */
function Problems({ item, active, onRepair, onAcknowledge, onChoose, onOpen }: Props) {
  const { t } = useLingui()
  const { errors, repairs, acknowledgement, line } = item
  const warnings = item.warnings.filter(isVisible)
  if (errors.length + warnings.length === 0) return null
  const isNote = ({ code }: (typeof warnings)[number]) => notes.includes(code)
  const isSeen = ({ code }: (typeof warnings)[number]) => code === 'name_mismatch' && acknowledgement === 'given'
  // They are reached from the cells of their row only.
  const tabIndex = active === null ? -1 : 0
  const covered = repairs.map(({ column }) => column)
  const isInDialog = errors.some(
    ({ column }) => !covered.includes(column) && !gridColumns.some((one) => one === column),
  )
  return (
    <span role="gridcell" className={styles.problems}>
      {errors.map(({ column, code, message }) => (
        <span key={`${column} ${code}`}>
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
      {repairs.map(({ column, value }) => (
        <button
          key={column}
          type="button"
          className={styles.repair}
          tabIndex={tabIndex}
          onClick={() => onRepair({ [column]: value })}
        >
          {column === 'iban' ? (
            t`Utiliser son compte enregistré •• ${value.slice(-4)}`
          ) : (
            <>{t`Écrire ${value.replaceAll(/\B(?=(\d{3})+$)/g, '\u202F')}`}</>
          )}
          <span className="sr"> {t`à la ligne ${line}`}</span>
        </button>
      ))}
      {isInDialog && (
        <button type="button" className={styles.repair} tabIndex={tabIndex} onClick={onOpen}>
          <Trans>Ouvrir la ligne</Trans>
        </button>
      )}
      {acknowledgement === 'needed' && (
        <>
          <button type="button" className={styles.repair} tabIndex={tabIndex} onClick={() => onChoose(false)}>
            <Trans>Retirer la ligne</Trans>
            <span className="sr"> {line}</span>
          </button>
          <button type="button" className={styles.repair} tabIndex={tabIndex} onClick={onAcknowledge}>
            <Trans>C’est la bonne personne</Trans>
            <span className="sr"> {t`à la ligne ${line}`}</span>
          </button>
        </>
      )}
      {warnings.filter(isNote).map(({ column, code, message }) => (
        <span key={`${column} ${code}`} className={styles.notice}>
          {message}
        </span>
      ))}
    </span>
  )
}
