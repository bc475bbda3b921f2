import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { reasonCodeLabels } from 'contract/transfers/transfer-statuses.ts'
import { returnReason } from 'contract/transfers/clearing.ts'
import {
  type Batch,
  type BatchDetail,
  type BatchLine,
  type BatchLineFilter,
  type BatchLineOrder,
  type BatchSlipFormat,
  downloadBatchFailures,
  downloadBatchLines,
  downloadBatchReport,
  downloadBatchSlip,
} from 'contract/transfers/multiple-transfers.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { Check, Download, RotateCw, X } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { reportError } from '../../lib/report-error.ts'
import { announce } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useUrlSearch } from '../../lib/use-url-search.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { type Moment, Timeline } from '../../ui/data/Timeline.tsx'
import { BatchStatus } from './BatchStatus.tsx'
import styles from './BatchScreen.module.css'
import { BackToBatches } from '../transfers/BackToBatches.tsx'
import {
  batchBanksQuery,
  batchLinesQuery,
  batchQuery,
  useAcceptBatch,
  useCancelBatch,
  useRetryBatch,
} from '../transfer-imports/multiple-queries.ts'
import { RejectBatchModal } from './RejectBatchModal.tsx'
import { TransferStatus } from '../transfers/TransferStatus.tsx'

const route = getRouteApi('/signed-in/main/transfers/batches/$batchId')

/** One batch: what it comes to, who must still sign, how far it is, and every line of it. */
export function BatchScreen(): ReactNode {
  const { t } = useLingui()
  const own = useAccount()
  const { batchId } = route.useParams()
  const { account = own.uuid } = route.useSearch()
  const batch = useQuery(batchQuery(batchId, account))
  if (batch.data) return <BatchContent batch={batch.data.answer} account={account} />
  return (
    <Page heading={t`Virements multiples`} back={<BackToBatches />}>
      {batch.isError ? (
        <PageProblem
          title={t`Les virements n’ont pas pu être chargés`}
          error={batch.error}
          list={paths.batches()}
          onRetry={() => void batch.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={6} hasHead />
        </Skeleton>
      )}
    </Page>
  )
}

function BatchContent({ batch, account }: { batch: BatchDetail; account: string }): ReactNode {
  const { t } = useLingui()
  const { dateTime, longDate, count } = useFormats()
  const isOnline = useIsOnline()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { page = 1, only, search: wanted, sort } = search
  const own = useAccount()
  const { id, version, counts, currency, line_count, fees, tax, amount, actions, left_out } = batch
  const params = { id }
  const lines = useQuery(
    batchLinesQuery(id, account, {
      page,
      only,
      search: wanted,
      sort,
      isHidden: batch.are_lines_hidden,
      seen: `${version} ${counts.executed} ${counts.failed} ${batch.state}`,
    }),
  )
  const accept = useAcceptBatch(account)
  const cancel = useCancelBatch(account)
  const retry = useRetryBatch(account)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isRefusing, setRefusing] = useState(false)
  const toggle = (line: string) => {
    const next = new Set(chosen)
    if (!next.delete(line)) next.add(line)
    setChosen(next)
  }
  const columns = useLineColumns({ chosen, onToggle: actions.includes('refuse_lines') ? toggle : null, currency })
  const sign = () =>
    accept.mutate(
      { params, body: { version } },
      {
        onSuccess: ({ answer }) =>
          announce(answer.state === 'validated' ? t`Les virements ont bien été validés.` : t`Votre signature a bien été prise en compte.`),
        onError: reportError,
      },
    )
  const takeBack = () =>
    cancel.mutate({ params }, { onSuccess: () => announce(t`Les virements ont bien été annulés.`), onError: reportError })
  const sendAgain = () =>
    retry.mutate(
      { params },
      {
        onSuccess: ({ answer }) => {
          announce(t`Les virements ont bien été envoyés à nouveau.`)
          void navigate({ ...paths.batch(answer.id), search: { account } })
        },
        onError: reportError,
      },
    )
  const failures = () => void callFile(downloadBatchFailures, { params }, { account }).then(saveFile).catch(reportError)
  const report = () => void callFile(downloadBatchReport, { params }, { account }).then(saveFile).catch(reportError)
  const file = () => void callFile(downloadBatchLines, { params }, { account }).then(saveFile).catch(reportError)
  const slip = (format: BatchSlipFormat) =>
    void callFile(downloadBatchSlip, { params, query: { format } }, { account }).then(saveFile).catch(reportError)
  const hasSlip = batch.state === 'validated' && counts.executed + counts.failed > 0 && !batch.are_lines_hidden
  const sentAt = dateTime(fromUnix(batch.created_at))
  const done = counts.executed + counts.failed
  const lost = counts.failed + counts.refused
  const [doneText, allText] = [count(done), count(line_count)]
  const { created_by } = batch
  return (
    <Page
      heading={batch.file_name}
      back={<BackToBatches />}
      context={t`${batch.reference} · envoyé par ${created_by}, le ${sentAt}`}
      actions={
        <>
          {hasSlip && (
            <>
              <Button icon={Download} onClick={() => slip('pdf')}>
                <Trans>Bordereau PDF</Trans>
              </Button>
              <Button icon={Download} onClick={() => slip('csv')}>
                <Trans>Bordereau CSV</Trans>
              </Button>
            </>
          )}
          {!hasSlip && !batch.are_lines_hidden && (
            <Button icon={Download} onClick={file}>
              <Trans>Exporter les lignes</Trans>
            </Button>
          )}
          {batch.message_id !== null && !batch.are_lines_hidden && (
            <Button icon={Download} onClick={report}>
              <Trans>Réponse pain.002</Trans>
            </Button>
          )}
          {actions.includes('cancel') && (
            <Button variant="danger-quiet" icon={X} disabled={!isOnline} isBusy={cancel.isPending} onClick={takeBack}>
              <Trans>Annuler les virements</Trans>
            </Button>
          )}
          {actions.includes('reject') && (
            <Button variant="danger-quiet" icon={X} disabled={!isOnline} onClick={() => setRefusing(true)}>
              {chosen.size > 0 ? t`${plural(chosen.size, { one: 'Refuser # ligne', other: 'Refuser # lignes' })}` : t`Tout refuser`}
            </Button>
          )}
          {actions.includes('accept') && (
            <Button variant="primary" icon={Check} disabled={!isOnline || chosen.size > 0} isBusy={accept.isPending} onClick={sign}>
              <Trans>Valider</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className={styles.head}>
        <DetailList
          facts={[
            { name: t`Statut`, value: <BatchStatus batch={batch} /> },
            { name: t`Compte débité`, value: `${batch.account.label} · ${groupByFour(batch.account.number)}` },
            { name: t`Nombre de virements`, value: allText },
            { name: t`Montant`, value: <Money amount={amount} currency={currency} /> },
            ...(fees + tax > 0
              ? [{ name: t`Total, frais et taxe compris`, value: <Money amount={amount + fees + tax} currency={currency} /> }]
              : []),
            { name: t`Exécution`, value: longDate(fromPlainDate(batch.execution_date)) },
            ...(batch.state === 'pending' ? [{ name: t`Signatures manquantes`, value: count(batch.approvals_missing) }] : []),
            { name: t`Sur le relevé`, value: batch.single_entry ? t`Un seul débit` : t`Un débit par virement` },
            ...(batch.retry_of
              ? [
                  {
                    name: t`Renvoi de`,
                    value: (
                      <Link className="link" {...paths.batch(batch.retry_of)} search={{ account }}>
                        {t`ce lot`}
                      </Link>
                    ),
                  },
                ]
              : []),
            ...(batch.reason ? [{ name: t`Motif du refus`, value: batch.reason }] : []),
            ...(batch.reason_code === 'expired' ? [{ name: t`Motif du refus`, value: t`Il n’a pas été validé à temps` }] : []),
          ]}
        />
        {batch.state === 'validated' && counts.waiting > 0 && (
          <div>
            <p aria-live="polite">{t`${doneText} virements traités sur ${allText}`}</p>
            <progress className={styles.progress} max={line_count} value={done} aria-label={t`Avancement`} />
          </div>
        )}
        {batch.is_over_limit && (
          <InlineAlert tone="info" title={t`Au-dessus de vos plafonds de signature`}>
            <Trans>Ces virements dépassent ce que vos plafonds vous laissent signer. Un autre valideur peut les accepter.</Trans>
          </InlineAlert>
        )}
        {left_out.lines > 0 && <LeftOut batch={batch} isHere={account === own.uuid} />}
        {lost > 0 && batch.state !== 'cancelled' && (
          <InlineAlert
            tone="warning"
            title={[
              counts.failed > 0 &&
                t`${plural(counts.failed, { one: '# virement n’a pas été exécuté', other: '# virements n’ont pas été exécutés' })}`,
              counts.refused > 0 && t`${plural(counts.refused, { one: '# ligne a été refusée', other: '# lignes ont été refusées' })}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {!batch.are_lines_hidden && (
              <>
                <Trans>Téléchargez ces lignes avec leur motif, corrigez le fichier et importez-le à nouveau.</Trans>{' '}
                {actions.includes('retry') && (
                  <Button size="sm" icon={RotateCw} disabled={!isOnline} isBusy={retry.isPending} onClick={sendAgain}>
                    {t`${plural(counts.retryable, { one: 'Renvoyer # virement', other: 'Renvoyer # virements' })}`}
                  </Button>
                )}{' '}
                <Button size="sm" icon={Download} onClick={failures}>
                  <Trans>Fichier des rejets</Trans>
                </Button>{' '}
                <Link
                  className="link"
                  {...paths.batch(id)}
                  search={{
                    ...(search.account && { account: search.account }),
                    ...(wanted && { search: wanted }),
                    ...(sort && { sort }),
                    ...(only !== 'failed' && { only: 'failed' as const }),
                  }}
                  replace
                  resetScroll={false}
                >
                  {only === 'failed' ? <Trans>Montrer tout le lot</Trans> : <Trans>Ne montrer qu’eux</Trans>}
                </Link>
              </>
            )}
          </InlineAlert>
        )}
      </div>
      {batch.are_lines_hidden ? (
        <InlineAlert tone="info" title={t`Virements confidentiels`}>
          <Trans>Vous en voyez le total. Les bénéficiaires et les montants sont réservés aux personnes habilitées.</Trans>
        </InlineAlert>
      ) : (
        <>
          <Banks batch={batch} account={account} />
          <LineFilters id={id} />
          <ListPage
            query={lines}
            caption={t`Lignes du fichier`}
            columns={columns}
            groups={({ answer }) => [{ id: 'all', rows: answer }]}
            rowKey={(line) => line.id}
            isSelected={(line) => chosen.has(line.id)}
            problem={t`Les virements n’ont pas pu être chargés`}
            empty={<EmptyState motif="search" title={t`Aucune ligne ne correspond`} />}
            summary={(from, to, total) => t`${from}–${to} sur ${total} lignes`}
            onPage={(next) => void navigate({ ...paths.batch(id), search: { ...search, page: next } })}
          />
        </>
      )}
      <History batch={batch} />
      {isRefusing && (
        <RejectBatchModal
          batch={batch}
          lines={[...chosen]}
          account={account}
          onClose={() => setRefusing(false)}
          onDone={() => {
            setRefusing(false)
            setChosen(new Set())
          }}
        />
      )}
    </Page>
  )
}

/** Which lines are looked at: whoever signs begins with the accounts that are new. */
function LineFilters({ id }: { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { only, search, sort, account } = route.useSearch()
  const ask = useCallback(
    (change: { only?: BatchLineFilter | undefined; search?: string | undefined; sort?: BatchLineOrder | undefined }) => {
      const next = { only, search, sort, ...change }
      void navigate({
        ...paths.batch(id),
        search: {
          ...(account && { account }),
          ...(next.only && { only: next.only }),
          ...(next.search && { search: next.search }),
          ...(next.sort && { sort: next.sort }),
        },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, id, only, search, sort, account],
  )
  const onSearch = useCallback((text: string) => ask({ search: text }), [ask])
  const { typed, setTyped } = useUrlSearch(search ?? '', onSearch)
  return (
    <search className={styles.filters}>
      <Segmented<'all' | BatchLineFilter>
        label={t`Lignes à montrer`}
        value={only ?? 'all'}
        options={[
          { value: 'all', label: t`Toutes` },
          { value: 'new', label: t`Nouveaux bénéficiaires` },
          { value: 'failed', label: t`Non exécutées` },
        ]}
        onChange={(next) => ask({ only: next === 'all' ? undefined : next })}
      />
      <SearchField label={t`Rechercher une ligne`} placeholder={t`Nom, IBAN, libellé`} value={typed} onChange={setTyped} />
      <SelectField<BatchLineOrder | ''>
        name="sort"
        label={t`Trier par`}
        value={sort ?? ''}
        options={[
          { value: '', label: t`Ordre du fichier` },
          { value: 'amount', label: t`Montant, le plus élevé d’abord` },
          { value: 'name', label: t`Nom` },
          { value: 'bank', label: t`Banque` },
          { value: 'new', label: t`Nouveaux bénéficiaires d’abord` },
        ]}
        onChange={(next) => ask({ sort: next === '' ? undefined : next })}
      />
    </search>
  )
}

/** What goes to each bank: a sum that stands out is seen before it is signed. */
function Banks({ batch: { id, version, currency }, account }: { batch: BatchDetail; account: string }) {
  const { t } = useLingui()
  const banks = useQuery(batchBanksQuery(id, account, version))
  if (!banks.data) return null
  return (
    <details className={styles.banks}>
      <summary>
        <Trans>Total par banque</Trans>
      </summary>
      <DetailList
        facts={banks.data.answer.map(({ bank_name, lines, new_payees, amount }) => ({
          name: bank_name ?? t`Autres banques`,
          value: (
            <>
              <Money amount={amount} currency={currency} />
              <br />
              <span className="muted small">
                {[
                  t`${plural(lines, { one: '# virement', other: '# virements' })}`,
                  new_payees > 0 && t`${plural(new_payees, { one: '# nouveau bénéficiaire', other: '# nouveaux bénéficiaires' })}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          ),
        }))}
      />
    </details>
  )
}

/** Who of the file was not in it; its author finds them in the draft. */
function LeftOut({ batch: { left_out }, isHere }: { batch: BatchDetail; isHere: boolean }) {
  const { t } = useLingui()
  const { lines, in_draft, is_readers } = left_out
  return (
    <InlineAlert
      tone="warning"
      title={t`${plural(lines, { one: '# personne du fichier n’est pas dans cet envoi', other: '# personnes du fichier ne sont pas dans cet envoi' })}`}
    >
      {in_draft === 0 ? (
        <Trans>Leur brouillon n’existe plus : importez-les à nouveau pour les payer.</Trans>
      ) : is_readers && isHere ? (
        <Trans>
          Leurs lignes sont restées dans votre brouillon.{' '}
          <Link className="link" {...paths.importTransfers()}>
            Les voir et les envoyer
          </Link>
        </Trans>
      ) : (
        <Trans>Leurs lignes sont restées dans le brouillon de la personne qui a importé le fichier.</Trans>
      )}
    </InlineAlert>
  )
}

/** Who made it and who signed it, and when. */
function History({ batch: { history } }: { batch: BatchDetail }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const labels = useBatchHistoryLabels()
  return (
    <section className={styles.history} aria-labelledby="batch-history">
      <h2 className="h3" id="batch-history">
        {t`Historique`}
      </h2>
      <Timeline moments={history.map((event) => ({ ...labels(event), detail: dateTime(fromUnix(event.at)) }))} />
    </section>
  )
}

function useBatchHistoryLabels(): (event: BatchDetail['history'][number]) => Pick<Moment, 'title' | 'state'> {
  const { t } = useLingui()
  return ({ action, by, lines, reason }) => {
    const who = by ?? ''
    const why = reason ?? ''
    const labels: Record<typeof action, Pick<Moment, 'title' | 'state'>> = {
      'batch.create': { title: t`Créé par ${who}`, state: 'done' },
      'batch.accept': { title: t`Validé par ${who}`, state: 'done' },
      'batch.refuse_lines': {
        title: t`${plural(lines ?? 0, { one: '# ligne refusée', other: '# lignes refusées' })} par ${who} : ${why}`,
        state: 'failed',
      },
      'batch.reject': { title: t`Refusé par ${who} : ${why}`, state: 'failed' },
      'batch.cancel': { title: t`Annulé par ${who}`, state: 'failed' },
      'batch.validate': { title: t`Validé sans signature`, state: 'done' },
      'batch.lapse': { title: t`Expiré sans validation`, state: 'failed' },
      'batch.end': { title: t`Toutes les lignes sont traitées`, state: 'done' },
    }
    return labels[action]
  }
}

type LineColumns = { chosen: ReadonlySet<string>; onToggle: ((line: string) => void) | null; currency: Batch['currency'] }

/** Why a line was not carried out, in words; null where nothing speaks against it. */
function useWhyNot(): (line: BatchLine) => string | null {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ reason, reason_code, return_reason, refused_by }) => {
    if (reason !== null) return refused_by === null ? reason : t`refusé par ${refused_by} : ${reason}`
    const why = return_reason === null ? '' : returnReason(return_reason)[language]
    if (why !== '') return t`retourné : ${why}`
    return reason_code && reasonCodeLabels[reason_code][language]
  }
}

function useLineColumns({ chosen, onToggle, currency }: LineColumns): Column<BatchLine>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const whyNot = useWhyNot()
  return [
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (one) => (
        <Subject
          title={
            onToggle && one.state === 'pending' ? (
              <label className={styles.choice}>
                <input type="checkbox" checked={chosen.has(one.id)} onChange={() => onToggle(one.id)} />
                <span className="muted num">{one.line}</span>
                <span>{one.name}</span>
              </label>
            ) : (
              <>
                <span className="muted num">{one.line}</span> {one.name}
              </>
            )
          }
          detailOnPhone={one.execution_date && rowDate(fromPlainDate(one.execution_date))}
          detail={[one.label, one.bank_name, one.is_new_payee && t`nouveau bénéficiaire`, whyNot(one)].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      id: 'iban',
      kind: 'text',
      head: t`Compte crédité`,
      isWideOnly: true,
      cell: ({ iban }) => <span className="nowrap num">{groupByFour(iban)}</span>,
    },
    { id: 'status', kind: 'status', head: t`Statut`, cell: ({ status }) => <TransferStatus transfer={{ status, days_late: null }} /> },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount }) => <Money amount={-amount} currency={currency} signs="movement" />,
    },
  ]
}
