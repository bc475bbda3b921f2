import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { BatchDetail, BatchLine } from 'contract/transfers/batches.ts'
import { type ReactNode, useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import type { RowGroup } from '../../ui/data/Table.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { batchLinesQuery, batchQuery } from '../transfer-imports/multiple-queries.ts'
import { BackToBatches } from '../transfers/BackToBatches.tsx'
import { BankTotals } from './BankTotals.tsx'
import { useBatchColumns } from './batch-columns.tsx'
import { BatchActions } from './BatchActions.tsx'
import { BatchFacts } from './BatchFacts.tsx'
import { BatchHistory } from './BatchHistory.tsx'
import { BatchLineFilters } from './BatchLineFilters.tsx'
import styles from './BatchScreen.module.css'
import { ExaminationBar } from './ExaminationBar.tsx'
import { ExaminationFilters } from './ExaminationFilters.tsx'
import { ExaminationPlan } from './ExaminationPlan.tsx'
import { countReviewed, useReviewedLines } from './reviewed-lines.ts'
import { useExaminationColumns } from './use-examination-columns.tsx'
import { RejectBatchModal } from './RejectBatchModal.tsx'
import { UnexecutedLines } from './UnexecutedLines.tsx'

const route = getRouteApi('/signed-in/main/transfers/batches/$batchId')

/** One batch: totals, required signatures, progress, and every line. */
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
  const { dateTime } = useFormats()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { page = 1, only, search: wanted, sort } = search
  const own = useAccount()
  const { id, version, counts, currency, actions, left_out } = batch
  // A signer reads the lines to review first; everybody else reads the file.
  const examination = actions.includes('accept') ? batch.examination : null
  const reviewed = useReviewedLines()
  const lines = useQuery(
    batchLinesQuery(id, account, {
      page,
      only,
      search: wanted,
      sort: sort ?? (examination ? 'attention' : undefined),
      isHidden: batch.are_lines_hidden,
      seen: `${version} ${counts.executed} ${counts.failed} ${batch.state}`,
    }),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isRefusing, setRefusing] = useState(false)
  const toggle = (line: string) => {
    const next = new Set(chosen)
    if (!next.delete(line)) next.add(line)
    setChosen(next)
  }
  const plainColumns = useBatchColumns({ currency })
  const examinedColumns = useExaminationColumns({
    batchId: id,
    currency,
    month: examination?.month ?? batch.execution_date,
    chosen,
    onRefuse: toggle,
  })
  const groupsOf = useLineGroups(examination !== null && !only && (sort ?? 'attention') === 'attention')
  const sentAt = dateTime(fromUnix(batch.created_at))
  const { created_by } = batch
  const sent = t`${batch.reference} · envoyé par ${created_by}, le ${sentAt}`
  return (
    <Page
      heading={batch.file_name}
      back={<BackToBatches />}
      context={batch.is_confidential ? `${sent} · ${t`confidentiel`}` : sent}
      actions={
        <BatchActions
          batch={batch}
          account={account}
          isExamined={examination !== null}
          onRefuse={() => setRefusing(true)}
        />
      }
    >
      {examination && <ExaminationPlan batch={batch} examination={examination} />}
      <div className={styles.head}>
        {!examination && <BatchFacts batch={batch} account={account} />}
        {batch.is_over_limit && (
          <InlineAlert tone="info" title={t`Au-dessus de vos plafonds de signature`}>
            <Trans>
              Ces virements dépassent ce que vos plafonds vous laissent signer. Un autre valideur peut les accepter.
            </Trans>
          </InlineAlert>
        )}
        {left_out.lines > 0 && <LeftOut batch={batch} isHere={account === own.uuid} />}
        <UnexecutedLines batch={batch} account={account} />
      </div>
      {batch.are_lines_hidden ? (
        <InlineAlert tone="info" title={t`Virements confidentiels`}>
          <Trans>
            Vous en voyez le total. Les bénéficiaires et les montants sont réservés aux personnes habilitées.
          </Trans>
        </InlineAlert>
      ) : (
        <>
          <BankTotals batch={batch} account={account} />
          {examination && <ExaminationFilters batch={batch} examination={examination} />}
          <BatchLineFilters id={id} isExamined={examination !== null} />
          <ListPage
            query={lines}
            caption={t`Lignes du fichier`}
            columns={examination ? examinedColumns : plainColumns}
            groups={({ answer }) => groupsOf(answer)}
            rowKey={(line) => line.id}
            isSelected={(line) => chosen.has(line.id)}
            problem={t`Les virements n’ont pas pu être chargés`}
            empty={<EmptyState motif="search" title={t`Aucune ligne ne correspond`} />}
            summary={(from, to, total) => t`${from}–${to} sur ${total} lignes`}
            onPage={(next) => void navigate({ ...paths.batch(id), search: { ...search, page: next } })}
          />
        </>
      )}
      {examination && (
        <ExaminationBar
          batch={batch}
          account={account}
          left={Math.max(0, countToReview(examination) - countReviewed(reviewed, id))}
          chosen={chosen.size}
          onRefuse={() => setRefusing(true)}
        />
      )}
      <BatchHistory batch={batch} />
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

const countToReview = ({ counts }: NonNullable<BatchDetail['examination']>) =>
  counts.never_paid + counts.other_holder + counts.unusual

/** The lines to review, then the others. */
function useLineGroups(isGrouped: boolean): (lines: readonly BatchLine[]) => RowGroup<BatchLine>[] {
  const { t } = useLingui()
  return (lines) => {
    if (!isGrouped) return [{ id: 'all', rows: lines }]
    const [first, others] = [
      lines.filter(({ attention }) => attention !== null),
      lines.filter(({ attention }) => attention === null),
    ]
    return [
      { id: 'attention', title: t`À regarder`, rows: first },
      { id: 'others', title: t`Comme d’habitude`, rows: others },
    ].filter(({ rows }) => rows.length > 0)
  }
}

/** The lines of the file that were left out; the author finds them in the draft. */
function LeftOut({ batch: { left_out }, isHere }: { batch: BatchDetail; isHere: boolean }) {
  const { t } = useLingui()
  const { lines, in_draft, is_readers } = left_out
  return (
    <InlineAlert
      tone="warning"
      title={t`${plural(lines, { one: '# personne du fichier n’est pas dans cet envoi', other: '# personnes du fichier ne sont pas dans cet envoi' })}`}
    >
      {in_draft === 0 ? (
        t`${plural(lines, { one: 'Son brouillon n’existe plus : importez-la à nouveau pour la payer.', other: 'Leur brouillon n’existe plus : importez-les à nouveau pour les payer.' })}`
      ) : is_readers && isHere ? (
        <>
          {t`${plural(lines, { one: 'Sa ligne est restée dans votre brouillon.', other: 'Leurs lignes sont restées dans votre brouillon.' })}`}{' '}
          <Link className="link" {...paths.importTransfers()}>
            <Plural value={lines} one="La voir et l’envoyer" other="Les voir et les envoyer" />
          </Link>
        </>
      ) : (
        t`${plural(lines, { one: 'Sa ligne est restée dans le brouillon de la personne qui a importé le fichier.', other: 'Leurs lignes sont restées dans le brouillon de la personne qui a importé le fichier.' })}`
      )}
    </InlineAlert>
  )
}
