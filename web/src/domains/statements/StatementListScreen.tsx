import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { BankDocument, DocumentType } from 'contract/accounts/statements.ts'
import { Receipt } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { grouped } from '../../lib/grouped.ts'
import { foundIn, given } from '../../shell/filters/filter.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import type { RowGroup } from '../../ui/data/Table.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useDocumentColumns } from './document-columns.tsx'
import { type DocumentFilter, documentListQuery, viewFees } from './document-queries.ts'
import { DocumentFilters } from './DocumentFilters.tsx'

const route = getRouteApi('/signed-in/main/statements')

/** The documents of the bank: monthly statements, notices of operations, and copies of messages sent abroad or received from there. */
export function StatementListScreen(): ReactNode {
  const { t } = useLingui()
  const { type = 'statements', page = 1, search, sign, ...period } = route.useSearch()
  const navigate = useNavigate()
  const documents = useQuery(documentListQuery(page, type, { search, sign, ...period }))
  // Over the pages of one list.
  const list = JSON.stringify([type, search, sign, period])
  const [choice, setChoice] = useState<{ list: string; ids: readonly string[] }>({ list, ids: [] })
  const chosen = choice.list === list ? choice.ids : []
  const visible = documents.data?.answer ?? []
  const columns = useDocumentColumns(type, {
    isChosen: ({ id }) => chosen.includes(id),
    onChoose: ({ id }, isChosen) =>
      setChoice({ list, ids: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id) }),
  })
  const ofType = type === 'statements' ? {} : { type }
  const captions: Record<DocumentType, string> = {
    statements: t`Relevés de compte`,
    avis: t`Avis d’opérations`,
    swift: t`Messages Swift`,
  }
  const searchOf = (requested: DocumentFilter & { page?: number }) => given({ ...ofType, ...requested })
  const filter = { search, sign, ...period }
  return (
    <Page heading={t`Relevés`} tabs={<TypeTabs />}>
      <DocumentFilters
        key={type}
        type={type}
        filter={filter}
        count={foundIn(documents)}
        onChange={(next) =>
          void navigate({ ...paths.statements(), search: searchOf(next), replace: true, resetScroll: false })
        }
        ids={chosen.length > 0 ? chosen : visible.map(({ id }) => id)}
        scope={
          chosen.length > 0
            ? t`Les documents choisis, en PDF, dans une archive ZIP.`
            : documents.data?.page?.count === 1
              ? t`Tous les documents de la liste, en PDF, dans une archive ZIP.`
              : t`Les documents de cette page, en PDF, dans une archive ZIP. Choisissez une période plus courte pour les avoir tous.`
        }
      />
      <ListPage<BankDocument, NonNullable<typeof documents.data>>
        query={documents}
        caption={captions[type]}
        columns={columns}
        hasTiles={type === 'statements'}
        groups={({ answer }) => (type === 'statements' ? byYear(answer) : [{ id: 'all', rows: answer }])}
        rowKey={({ id }) => id}
        isSelected={({ id }) => chosen.includes(id)}
        problem={t`Les documents n’ont pas pu être chargés`}
        empty={<NoDocument type={type} isNarrowed={Boolean(period.from ?? period.to ?? search ?? sign)} />}
        summary={(from, to, total) => t`${from}–${to} sur ${total} documents`}
        onPage={(next) => void navigate({ ...paths.statements(), search: searchOf({ ...filter, page: next }) })}
      />
    </Page>
  )
}

/** The statements of each year below its number, beside which its fees can be read once it has ended. */
const byYear = (statements: readonly BankDocument[]): RowGroup<BankDocument>[] =>
  [...grouped(statements, ({ from }) => from.slice(0, 4))].map(([year, rows]) => {
    const last = rows.find(({ has_fee_summary }) => has_fee_summary)
    return { id: year, title: year, totals: last && <FeesOfYear statement={last} year={year} />, rows }
  })

function FeesOfYear({ statement, year }: { statement: BankDocument; year: string }) {
  const { t } = useLingui()
  const { isFetching, fetchFile } = useFetching()
  const isOnline = useIsOnline()
  const title = t`Frais de ${year}`
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={Receipt}
      isBusy={isFetching}
      disabled={!isOnline}
      onClick={() => void fetchFile(() => viewFees(statement.id, title))}
    >
      {title}
    </Button>
  )
}

function TypeTabs() {
  const { t } = useLingui()
  const { type, from, to } = route.useSearch()
  const period = { ...(from && { from }), ...(to && { to }) }
  return (
    <nav className={tabs.tabs} aria-label={t`Type de document`}>
      {(
        [
          [undefined, t`Relevés de compte`],
          ['avis', t`Avis`],
          ['swift', t`Swift`],
        ] as const
      ).map(([one, name]) => (
        <Link
          key={name}
          className={cx(tabs.tab, one === type && tabs.chosen)}
          {...paths.statements()}
          search={{ ...(one && { type: one }), ...period }}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function NoDocument({ type, isNarrowed }: { type: DocumentType; isNarrowed: boolean }) {
  const { t } = useLingui()
  if (isNarrowed)
    return (
      <EmptyState
        motif="search"
        title={t`Aucun document ne correspond`}
        action={
          <LinkButton {...paths.statements()} search={type === 'statements' ? {} : { type }}>
            <Trans>Voir tous les documents</Trans>
          </LinkButton>
        }
      />
    )
  const promises: Record<DocumentType, string> = {
    statements: t`Votre relevé paraît ici le premier jour ouvré de chaque mois.`,
    avis: t`Un avis paraît ici pour chaque virement, chèque, versement ou prélèvement.`,
    swift: t`La copie du message paraît ici pour chaque virement parti à l’étranger ou reçu de l’étranger.`,
  }
  return (
    <EmptyState motif="lines" title={t`Aucun document`}>
      {promises[type]}
    </EmptyState>
  )
}
