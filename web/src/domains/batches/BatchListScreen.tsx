import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Batch } from 'contract/transfers/batches.ts'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { BatchStatus } from '../transfers/BatchStatus.tsx'
import { batchListQuery } from '../transfer-imports/multiple-queries.ts'

const route = getRouteApi('/signed-in/main/transfers/batches')

/** The list of batches, newest first. */
export function BatchListScreen(): ReactNode {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const account = useAccount()
  const navigate = useNavigate()
  const { page = 1 } = route.useSearch()
  const batches = useQuery(batchListQuery(page))
  const begin = mayMoveMoney(account, 'transfer.create') && (
    <LinkButton {...paths.importTransfers()} variant="primary" icon={Upload}>
      <Trans>Importer un fichier</Trans>
    </LinkButton>
  )
  const columns: Column<Batch>[] = [
    { id: 'date', kind: 'date', head: t`Envoyé`, cell: ({ created_at }) => rowDate(fromUnix(created_at)) },
    {
      id: 'name',
      kind: 'main',
      head: t`Fichier`,
      cell: ({ id, file_name, line_count, created_at, created_by }) => (
        <Subject
          title={<Link {...paths.batch(id)}>{file_name}</Link>}
          detailOnPhone={rowDate(fromUnix(created_at))}
          detail={`${t`${plural(line_count, { one: '# virement', other: '# virements' })}`} · ${created_by}`}
        />
      ),
    },
    {
      id: 'reference',
      kind: 'text',
      head: t`Référence`,
      isWideOnly: true,
      cell: ({ reference }) => <span className="num">{reference}</span>,
    },
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: ({ status, counts }) => <BatchStatus status={status} failed={counts.failed} />,
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency }) => <Money amount={-amount} currency={currency} signs="movement" />,
    },
  ]
  return (
    <Page
      heading={t`Virements multiples`}
      context={t`Des salaires ou des fournisseurs, payés d’un seul fichier.`}
      actions={begin}
    >
      <ListPage
        query={batches}
        caption={t`Virements multiples`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les virements n’ont pas pu être chargés`}
        empty={
          <EmptyState motif="lines" title={t`Aucun fichier envoyé pour le moment`} action={begin}>
            <Trans>
              Un fichier de votre tableur suffit pour payer jusqu’à 5 000 personnes, avec une seule validation.
            </Trans>
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} fichiers`}
        onPage={(next) => void navigate({ ...paths.batches(), search: { page: next } })}
      />
    </Page>
  )
}
