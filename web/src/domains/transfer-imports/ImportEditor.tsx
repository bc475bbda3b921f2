import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { downloadImportErrors, type Import, type ImportItem } from 'contract/transfers/multiple-transfers.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { Check, CircleAlert, Download, Pencil, Send, TriangleAlert, Upload } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { reportError } from '../../lib/report-error.ts'
import { announce, warn } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { RemovalModal } from '../../shell/forms/RemovalModal.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { LongTable } from '../../ui/data/LongTable.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { BulkLinesModal } from './BulkLinesModal.tsx'
import { ImportLineModal } from './ImportLineModal.tsx'
import { BackToBatches } from '../transfers/BackToBatches.tsx'
import styles from './ImportScreen.module.css'
import { useChangeImport, useCreateBatch, useRemoveImport } from './multiple-queries.ts'
import { hasOtherName, type LineFilter, mayPayTwice, wantedLines } from './filter-lines.ts'

const route = getRouteApi('/signed-in/main/transfers/create/multiple')

/** A file put right: every line with all that is wrong with it, what is chosen, and what that comes to. */
export function ImportEditor({ draft }: { draft: Import }): ReactNode {
  const { t } = useLingui()
  const { dateTime, longDate, moneyText } = useFormats()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const change = useChangeImport()
  const create = useCreateBatch()
  const remove = useRemoveImport()
  const filter = route.useSearch()
  const [editing, setEditing] = useState<ImportItem | null>(null)
  const [isBulk, setBulk] = useState(false)
  const [isGivingUp, setGivingUp] = useState(false)
  const [isSingle, setSingle] = useState(false)
  const [isConfidential, setConfidential] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const account = useAccount()
  const tools = useRef<HTMLDivElement>(null)
  const { items, summary, import_id, file_name } = draft
  const { invalid, missing, total, due_now, balance, shortfall, unacknowledged, currency } = summary
  const params = { id: import_id }
  const choose = (lines: string[] | null, isChosen: boolean) =>
    change.mutate({ params, body: { lines, set: { is_skipped: !isChosen } } }, { onError: (error) => warn(error.message) })
  const acknowledge = ({ id }: ImportItem) =>
    change.mutate({ params, body: { lines: [id], set: { is_acknowledged: true } } }, { onError: (error) => warn(error.message) })
  const columns = useLineColumns({
    currency,
    onChoose: (item, isChosen) => choose([item.id], isChosen),
    onEdit: setEditing,
    onAcknowledge: acknowledge,
  })

  const rows = useMemo(() => wantedLines(items, filter), [items, filter])
  const payable = items.filter(({ status }) => status !== 'invalid')
  const taken = payable.filter(({ is_skipped }) => !is_skipped)
  const chosen = taken.length
  const charges = taken.reduce((sum, { transfer }) => sum + transfer.fees + transfer.tax, 0)
  const names = items.filter(hasOtherName).length
  const [twice, takenTwice] = [items.filter(mayPayTwice).length, taken.filter(mayPayTwice).length]
  const show = (only: 'twice' | 'names') => {
    void navigate({ ...paths.importTransfers(), search: { only }, resetScroll: false })
    // On a phone they stand below what is seen.
    tools.current?.scrollIntoView({ block: 'start' })
  }
  const send = () => {
    // Each is looked at before any is sent.
    if (unacknowledged > 0) return show('names')
    create.mutate(
      { body: { import_id, single_entry: isSingle, is_confidential: isConfidential, save_payees: isSaving } },
      {
        onSuccess: ({ answer }) => {
          announce(t`Votre demande de virements multiples a bien été transmise.`)
          void navigate(paths.batch(answer.id))
        },
        onError: (error) => {
          // Another wish from now on: the lines may be put right before it is sent again.
          create.renewKey()
          reportError(error)
        },
      },
    )
  }
  const errors = () => void callFile(downloadImportErrors, { params }).then(saveFile).catch(reportError)
  const [selected, available, over] = [moneyText(due_now, currency), moneyText(balance, currency), moneyText(missing, currency)]
  const [shortDay, short] = shortfall ? [longDate(fromPlainDate(shortfall.day)), moneyText(shortfall.missing, currency)] : [null, null]
  const { sent } = draft
  const ofCharges = moneyText(charges, currency)
  const readOn = dateTime(fromUnix(draft.created_at))
  const before = draft.already_imported_at && longDate(fromUnix(draft.already_imported_at))
  return (
    <Page
      heading={t`Vérifier les virements`}
      back={<BackToBatches />}
      context={t`${file_name} · ${plural(items.length, { one: '# ligne', other: '# lignes' })} · ${readOn}`}
      actions={
        <Button icon={Upload} onClick={() => setGivingUp(true)}>
          <Trans>Changer de fichier</Trans>
        </Button>
      }
    >
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
        {invalid > 0 && (
          <InlineAlert
            tone="danger"
            title={t`${plural(invalid, { one: '# ligne contient une erreur', other: '# lignes contiennent une erreur' })}`}
          >
            <Trans>
              Corrigez-les ici ou dans le fichier. Les autres lignes peuvent être envoyées sans attendre : celles-ci restent dans le
              brouillon.
            </Trans>{' '}
            <button type="button" className={cx('link', styles.withIcon)} onClick={errors}>
              <Icon shape={Download} size="sm" /> <Trans>Fichier des erreurs</Trans>
            </button>
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
              Même compte, montant et libellé qu’une autre ligne, ou qu’un virement ordonné il y a moins de 30 jours. Décochez ce qui est de
              trop.
            </Trans>{' '}
            <button type="button" className="link" onClick={() => show('twice')}>
              <Trans>Les montrer</Trans>
            </button>
          </InlineAlert>
        )}
        {unacknowledged > 0 && (
          <InlineAlert
            tone="warning"
            title={t`${plural(unacknowledged, { one: '# nom ne correspond pas au compte', other: '# noms ne correspondent pas au compte' })}`}
          >
            <Trans>Vérifiez chaque ligne, ou décochez-la : une ligne décalée dans le fichier paierait une autre personne.</Trans>{' '}
            <button type="button" className="link" onClick={() => show('names')}>
              <Trans>Les vérifier</Trans>
            </button>
          </InlineAlert>
        )}
        {shortDay && (
          <InlineAlert tone="warning" title={t`Le solde prévu ne suffira pas le ${shortDay}`}>
            <Trans>
              Avec ce qui est déjà programmé, il manquera {short}. Vous pouvez envoyer les virements : le solde sera vérifié ce jour-là.
            </Trans>
          </InlineAlert>
        )}
        {missing > 0 && (
          <InlineAlert tone="warning" title={t`Le solde est insuffisant pour les virements sélectionnés.`}>
            <Trans>
              À payer dès maintenant : {selected}. Solde disponible : {available}. Retirez au moins {over} de la sélection.
            </Trans>
          </InlineAlert>
        )}
      </div>
      <div className={styles.options}>
        <label className={styles.single}>
          <input
            type="checkbox"
            checked={isSingle || isConfidential}
            disabled={isConfidential}
            onChange={({ target }) => setSingle(target.checked)}
          />
          <span>
            {t`Un seul débit sur le relevé`}
            <br />
            <span className="muted small">{t`Sans le détail des bénéficiaires`}</span>
          </span>
        </label>
        {account.capabilities.includes('batch.confidential') && (
          <label className={styles.single}>
            <input type="checkbox" checked={isConfidential} onChange={({ target }) => setConfidential(target.checked)} />
            <span>
              {t`Virements confidentiels`}
              <br />
              <span className="muted small">{t`Les personnes non habilitées ne voient que le total`}</span>
            </span>
          </label>
        )}
        {account.capabilities.includes('beneficiary.manage') && (
          <label className={styles.single}>
            <input type="checkbox" checked={isSaving} onChange={({ target }) => setSaving(target.checked)} />
            <span>
              {t`Enregistrer les nouveaux bénéficiaires`}
              <br />
              <span className="muted small">{t`Sinon ils sont payés sans entrer dans votre liste`}</span>
            </span>
          </label>
        )}
      </div>
      <div className={styles.tools} ref={tools}>
        <LineFilters filter={filter} counts={{ all: items.length, invalid, ready: payable.length, twice, names }} />
        <span className={styles.acts}>
          <Button size="sm" onClick={() => choose(null, chosen < payable.length)}>
            {chosen < payable.length ? <Trans>Tout choisir</Trans> : <Trans>Ne rien choisir</Trans>}
          </Button>
          <Button size="sm" icon={Pencil} disabled={chosen === 0} onClick={() => setBulk(true)}>
            <Trans>Date, libellé ou motif communs</Trans>
          </Button>
        </span>
      </div>
      {rows.length > 0 ? (
        <LongTable caption={t`Lignes du fichier`} columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <EmptyState motif="search" title={t`Aucune ligne ne correspond`} />
      )}
      <StickyBar label={t`Sélection`}>
        <p aria-live="polite">
          <span className="muted small">{t`${plural(chosen, { one: '# virement sélectionné', other: '# virements sélectionnés' })}`}</span>
          <br />
          <Money amount={total} currency={currency} size="title" />{' '}
          {missing > 0 && (
            <span className={styles.over}>
              <Icon shape={TriangleAlert} size="sm" /> {t`dépasse le solde de ${over}`}
            </span>
          )}
          <br />
          <span className="muted small">
            {charges > 0 ? t`dont ${ofCharges} de frais et taxes · solde disponible ${available}` : t`solde disponible ${available}`}
          </span>
        </p>
        <Button
          variant="primary"
          icon={Send}
          disabled={!isOnline || chosen === 0 || missing > 0 || change.isPending}
          isBusy={create.isPending}
          onClick={send}
        >
          <Trans>Envoyer les virements</Trans>
        </Button>
      </StickyBar>
      {editing && <ImportLineModal key={editing.id} importId={import_id} item={editing} onClose={() => setEditing(null)} />}
      {isBulk && <BulkLinesModal importId={import_id} onClose={() => setBulk(false)} />}
      {isGivingUp && (
        <RemovalModal
          title={t`Abandonner ce brouillon ?`}
          verb={t`Abandonner le brouillon`}
          removal={remove}
          onRemove={() => remove.mutate({ params })}
          onClose={() => setGivingUp(false)}
        >
          <p>
            {sent ? (
              <Trans>Ses lignes et vos corrections seront perdues. Les virements déjà envoyés ne changent pas.</Trans>
            ) : (
              <Trans>Ses lignes et vos corrections seront perdues. Aucun virement n’a été envoyé.</Trans>
            )}
          </p>
        </RemovalModal>
      )}
    </Page>
  )
}

type Counts = Record<'all' | NonNullable<LineFilter['only']>, number>

function LineFilters({ filter, counts }: { filter: LineFilter; counts: Counts }): ReactNode {
  const { t } = useLingui()
  const { count } = useFormats()
  const navigate = useNavigate()
  const { only, search } = filter
  const ask = useCallback(
    (change: LineFilter) => {
      const wanted = { only, search, ...change }
      void navigate({
        ...paths.importTransfers(),
        search: { ...(wanted.only && { only: wanted.only }), ...(wanted.search && { search: wanted.search }) },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, only, search],
  )
  const onSearch = useCallback((text: string) => ask({ search: text }), [ask])
  const { typed, setTyped } = useUrlSearch(search ?? '', onSearch)
  return (
    <search className={styles.filters}>
      <Segmented<keyof Counts>
        label={t`Lignes à montrer`}
        value={only ?? 'all'}
        options={[
          { value: 'all', label: t`Toutes (${count(counts.all)})` },
          { value: 'invalid', label: t`En erreur (${count(counts.invalid)})` },
          { value: 'ready', label: t`Prêtes (${count(counts.ready)})` },
          ...(counts.twice > 0 || only === 'twice' ? [{ value: 'twice' as const, label: t`Doublons (${count(counts.twice)})` }] : []),
          ...(counts.names > 0 || only === 'names'
            ? [{ value: 'names' as const, label: t`Noms à vérifier (${count(counts.names)})` }]
            : []),
        ]}
        onChange={(next) => ask({ only: next === 'all' ? undefined : next })}
      />
      <div className={styles.search}>
        <SearchField label={t`Rechercher une ligne`} placeholder={t`Nom, IBAN, libellé`} value={typed} onChange={setTyped} />
      </div>
    </search>
  )
}

type LineActs = {
  currency: Import['summary']['currency']
  onChoose: (item: ImportItem, isChosen: boolean) => void
  onEdit: (item: ImportItem) => void
  onAcknowledge: (item: ImportItem) => void
}

function useLineColumns({ currency, onChoose, onEdit, onAcknowledge }: LineActs): Column<ImportItem>[] {
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
          {transfer.execution_date && <span className="muted small"> · {rowDate(fromPlainDate(transfer.execution_date))}</span>}
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

/** What every first file has on each line says little: it does not look like what deserves a second look. */
const notes = ['new_payee', 'date_moved']

/** All that is wrong with a line, then what deserves a second look, then mere notes. */
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
