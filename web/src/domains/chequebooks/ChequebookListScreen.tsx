import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Chequebook } from 'contract/products/chequebooks.ts'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { chequebookListQuery } from './chequebook-queries.ts'
import { ChequebookPanel } from './ChequebookPanel.tsx'
import { ChequebookState, printedNumber, useChequebookName, useCrossed } from './chequebook-labels.tsx'
import { StopModal } from './StopModal.tsx'

const route = getRouteApi('/signed-in/main/payment-methods/checks')

/** The ordered chequebooks: their status, numbers and remaining cheques. */
export function ChequebookListScreen(): ReactNode {
  const { t } = useLingui()
  const { page = 1, chequebook, cheque } = route.useSearch()
  const navigate = useNavigate()
  const account = useAccount()
  const isInFrancs = account.currency === 'XOF'
  const mayOrder = isInFrancs && mayMoveMoney(account, 'chequebook.order')
  const books = useQuery(chequebookListQuery(page, cheque))
  const [stopped, setStopped] = useState<Chequebook | null>(null)
  const listed = { ...(page > 1 && { page }), ...(cheque && { cheque }) }
  const closePanel = () => void navigate({ ...paths.chequebooks(), search: listed, resetScroll: false })
  const columns = useColumns(({ id }) => ({ ...listed, chequebook: id }))
  const order = mayOrder && (
    <LinkButton {...paths.orderChequebook()} variant="primary" icon={Plus}>
      <Trans>Commander un chéquier</Trans>
    </LinkButton>
  )
  return (
    <Page heading={t`Chéquiers`} actions={order}>
      <ListPage
        query={books}
        caption={t`Chéquiers`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les chéquiers n’ont pas pu être chargés`}
        empty={
          cheque ? (
            <EmptyState
              motif="search"
              title={t`Le chèque ${cheque} n’est d’aucun chéquier commandé ici`}
              action={
                <LinkButton {...paths.chequebooks()}>
                  <Trans>Voir tous les chéquiers</Trans>
                </LinkButton>
              }
            />
          ) : (
            <EmptyState motif="lines" title={t`Aucun chéquier`} action={order}>
              {isInFrancs ? (
                <Trans>Commandez un chéquier : vous serez prévenu quand il sera à l’agence.</Trans>
              ) : (
                <Trans>Un chéquier se commande sur un compte en francs CFA : changez de compte.</Trans>
              )}
            </EmptyState>
          )
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} chéquiers`}
        onPage={(next) => void navigate({ ...paths.chequebooks(), search: { page: next } })}
      />
      {chequebook && <ChequebookPanel id={chequebook} onClose={closePanel} onStop={setStopped} />}
      {stopped && <StopModal book={stopped} onClose={() => setStopped(null)} />}
    </Page>
  )
}

function useColumns(searchOf: (book: Chequebook) => { chequebook: string }): Column<Chequebook>[] {
  const { t } = useLingui()
  const { rowDate, count } = useFormats()
  const nameOf = useChequebookName()
  const crossed = useCrossed()
  const day = ({ ordered_at }: Chequebook) => rowDate(fromUnix(ordered_at))
  const numbers = ({ first_number, last_number }: Chequebook) =>
    first_number !== null && last_number !== null
      ? t`${printedNumber(first_number)} à ${printedNumber(last_number)}`
      : null
  return [
    { id: 'date', kind: 'date', head: t`Commande`, cell: day },
    {
      id: 'book',
      kind: 'main',
      head: t`Chéquier`,
      cell: (book) => (
        <Subject
          title={
            <Link {...paths.chequebooks()} search={searchOf(book)} resetScroll={false}>
              {nameOf(book)}
            </Link>
          }
          detailOnPhone={day(book)}
          detail={crossed(book.type.crossed)}
        />
      ),
    },
    { id: 'numbers', kind: 'text', head: t`Numéros`, cell: (book) => <span className="num">{numbers(book)}</span> },
    {
      id: 'left',
      kind: 'figure',
      head: t`Formules restantes`,
      cell: ({ remaining }) => remaining !== null && <span className="num">{count(remaining)}</span>,
    },
    { id: 'agency', kind: 'text', head: t`Retrait`, isWideOnly: true, cell: ({ agency }) => agency.name },
    { id: 'status', kind: 'amount', head: t`Statut`, cell: (book) => <ChequebookState book={book} /> },
  ]
}
