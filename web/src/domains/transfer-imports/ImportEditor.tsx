import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useBlocker, useNavigate } from '@tanstack/react-router'
import { type Import, type ImportItem, MAX_NAMED_LINES } from 'contract/transfers/imports.ts'
import { nameOfFile } from 'contract/values/file-name.ts'
import { Pencil, Upload } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { isRefusal } from '../../lib/api/call-error.ts'
import { announce } from '../../lib/banners.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { Page } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackToBatches } from '../transfers/BackToBatches.tsx'
import { BulkLinesModal } from './BulkLinesModal.tsx'
import { ConfidentialOption } from './ConfidentialOption.tsx'
import { DiscardImportModal } from './DiscardImportModal.tsx'
import { hasOtherName, mayBeDuplicate, filteredLines } from './filter-lines.ts'
import { editsOf, type LineEdit, problemsFirst, reverseOf, withTyped, withUnsaved } from './grid-edits.ts'
import { ImportAlerts } from './ImportAlerts.tsx'
import { GridKeys } from './GridKeys.tsx'
import { ImportGrid } from './ImportGrid.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import { ImportLineFilters } from './ImportLineFilters.tsx'
import { ImportLineModal } from './ImportLineModal.tsx'
import { InstantOption } from './InstantOption.tsx'
import { NewPayees } from './NewPayees.tsx'
import styles from './ImportScreen.module.css'
import { useChangeImport, useChooseImportOptions, useCreateBatch, useEditImportLines } from './multiple-queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SendingNotes } from './SendingNotes.tsx'
import { UnsavedEdits } from './UnsavedEdits.tsx'

const route = getRouteApi('/signed-in/main/transfers/create/multiple')

/** Corrects an imported file: every line with all its errors, the selection, and its totals. */
export function ImportEditor({ draft }: { draft: Import }): ReactNode {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const navigate = useNavigate()
  const change = useChangeImport(reportError)
  const create = useCreateBatch()
  const filter = route.useSearch()
  const [editing, setEditing] = useState<ImportItem | null>(null)
  const [isBulk, setBulk] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const edit = useEditImportLines()
  // What is on its way is stored also after the screen is left, and is lost with the page.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: edit.pending.length > 0 })
  const unsaved = edit.unsaved.filter(({ id }) => draft.items.some((item) => item.id === id))
  const typed = useMemo(() => withTyped(draft.items, edit.pending), [draft.items, edit.pending])
  const items = useMemo(() => withUnsaved(typed, edit.unsaved), [typed, edit.unsaved])
  const { summary, import_id, file_name } = draft
  const params = { id: import_id }
  const store = useChooseImportOptions()
  // What is visible is what is sent, also while it is being stored or where that failed.
  const [options, setOptions] = useState(draft.options)
  const chooseOptions = (chosenOptions: Import['options']) => {
    setOptions(chosenOptions)
    store.mutate({ params, body: chosenOptions }, { onError: reportError })
  }
  const tools = useRef<HTMLDivElement>(null)
  const { invalid, unacknowledged, currency } = summary
  const choose = (lines: string[] | null, isChosen: boolean) =>
    change.mutate({ params, body: { lines, set: { is_skipped: !isChosen } } })
  const acknowledge = ({ id }: ImportItem) =>
    change.mutate({ params, body: { lines: [id], set: { is_acknowledged: true } } })
  const past = useRef<LineEdit[][]>([])
  const write = (edits: LineEdit[]) => {
    for (let from = 0; from < edits.length; from += MAX_NAMED_LINES)
      edit.mutate({ params, body: { edits: edits.slice(from, from + MAX_NAMED_LINES) } })
  }
  const editLines = (edits: LineEdit[]) => {
    past.current.push(reverseOf(typed, edits))
    write(edits)
  }
  const undo = () => {
    const before = past.current.pop()
    if (before) write(before)
  }
  // The order of the moment when the file or the filter was opened: a corrected line does not move away from its editor.
  const opened = [import_id, filter.only, filter.search].join(' ')
  const [order, setOrder] = useState(() => ({ opened, ids: problemsFirst(items) }))
  if (order.opened !== opened) setOrder({ opened, ids: problemsFirst(items) })

  const rows = useMemo(() => {
    const positions = new Map(order.ids.map((id, index) => [id, index]))
    const positionOf = ({ id }: ImportItem) => positions.get(id) ?? 0
    return filteredLines(items, filter).toSorted((one, other) => positionOf(one) - positionOf(other))
  }, [items, filter, order.ids])
  const payable = items.filter(({ status }) => status !== 'invalid')
  const taken = payable.filter(({ is_skipped }) => !is_skipped)
  const chosen = taken.length
  const charges = taken.reduce((sum, { transfer }) => sum + transfer.fees + transfer.tax, 0)
  const names = items.filter(hasOtherName).length
  const newPayees = taken.filter(({ warnings }) => warnings.some(({ code }) => code === 'new_payee')).length
  const [twice, takenTwice] = [items.filter(mayBeDuplicate).length, taken.filter(mayBeDuplicate).length]
  const show = (only: 'twice' | 'names') => {
    void navigate({ ...paths.importTransfers(), search: { only }, resetScroll: false })
    // On a phone these filters are below the visible area.
    tools.current?.scrollIntoView({ block: 'start' })
  }
  const send = () => {
    // Warnings are shown before any line is sent.
    if (unacknowledged > 0) return show('names')
    create.mutate(
      {
        body: { import_id, ...options },
        notes: <SendingNotes draft={draft} isSaving={options.save_payees} />,
        done: () => announce(t`Votre demande de virements multiples a bien été transmise.`),
      },
      {
        onSuccess: ({ answer }) => void navigate(paths.batch(answer.id)),
        onError: (error) => {
          // A new idempotency key: the lines may be corrected before the batch is sent again. Without an answer the batch may
          // exist, and the same key finds it.
          if (isRefusal(error)) create.renewKey()
          reportError(error)
        },
      },
    )
  }
  const readOn = dateTime(fromUnix(draft.created_at))
  return (
    <Page
      heading={nameOfFile(file_name)}
      back={<BackToBatches />}
      context={t`${file_name} · ${plural(items.length, { one: '# ligne', other: '# lignes' })} · ${readOn}`}
      actions={
        <Button icon={Upload} onClick={() => setDiscarding(true)}>
          <Trans>Changer de fichier</Trans>
        </Button>
      }
    >
      <ImportPlan
        draft={draft}
        lines={chosen}
        charges={charges}
        options={options}
        onChange={chooseOptions}
        onDate={() => setBulk(true)}
      />
      <ImportAlerts draft={draft} takenTwice={takenTwice} onShow={show} onEdit={editLines} />
      {unsaved.length > 0 && <UnsavedEdits count={unsaved.length} onRetry={() => write(editsOf(unsaved))} />}
      <InstantOption draft={draft} />
      <ConfidentialOption options={options} onChange={chooseOptions} />
      <div className={styles.tools} ref={tools}>
        <ImportLineFilters
          filter={filter}
          counts={{ all: items.length, invalid, ready: payable.length, twice, names }}
        />
        <span className={styles.acts}>
          <Button size="sm" icon={Pencil} onClick={() => setBulk(true)}>
            <Trans>Date, libellé ou motif communs</Trans>
          </Button>
        </span>
      </div>
      <NewPayees
        count={newPayees}
        isSaving={options.save_payees}
        onSave={(isSaving) => chooseOptions({ ...options, save_payees: isSaving })}
      />
      <GridKeys />
      {rows.length > 0 ? (
        <ImportGrid
          rows={rows}
          currency={currency}
          hasNetworks={draft.instant?.is_chosen === true}
          onEdit={editLines}
          onUndo={undo}
          onChoose={(item, isChosen) => choose([item.id], isChosen)}
          all={chosen === 0 ? 'none' : chosen < payable.length ? 'some' : 'all'}
          onChooseAll={payable.length === 0 ? null : () => choose(null, chosen < payable.length)}
          onAcknowledge={acknowledge}
          onOpen={setEditing}
        />
      ) : (
        <EmptyState motif="search" title={t`Aucune ligne ne correspond`} />
      )}
      <SelectionBar
        draft={draft}
        chosen={chosen}
        charges={charges}
        isChanging={change.isPending || edit.isPending || store.isPending || unsaved.length > 0}
        isSending={create.isPending}
        onSend={send}
      />
      <p className="sr" role="status">
        {t`${plural(invalid, { one: '# ligne en erreur', other: '# lignes en erreur' })}`}
      </p>
      {editing && (
        <ImportLineModal
          key={editing.id}
          importId={import_id}
          item={editing}
          onSaved={({ id, typed }) => edit.forget([{ id, set: typed }])}
          onClose={() => setEditing(null)}
        />
      )}
      {isBulk && <BulkLinesModal importId={import_id} onClose={() => setBulk(false)} />}
      {isDiscarding && <DiscardImportModal draft={draft} onClose={() => setDiscarding(false)} />}
    </Page>
  )
}
