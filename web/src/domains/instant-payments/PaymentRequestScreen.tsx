import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { PaymentRequest } from 'contract/transfers/payment-requests.ts'
import { FileUp, HandCoins } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { NewRequestModal } from './NewRequestModal.tsx'
import { PaymentRequestPanel } from './PaymentRequestPanel.tsx'
import { RequestFileModal } from './RequestFileModal.tsx'
import { RequestFiles } from './RequestFiles.tsx'
import { readRequest } from './request-draft.ts'
import { RequestStatus } from './request-labels.tsx'
import { requestListQuery } from './request-queries.ts'
import { ReturnRequestList } from './ReturnRequestList.tsx'

const route = getRouteApi('/signed-in/main/transfers/requests')

/** Requests to pay, received and sent, and requests for money back. */
export function PaymentRequestScreen(): ReactNode {
  const { t } = useLingui()
  const { view } = route.useSearch()
  const account = useAccount()
  const [isNew, setNew] = useState(() => readRequest(account.uuid) !== null)
  const [isFile, setFile] = useState(false)
  const navigate = useNavigate()
  const visitSent = () => void navigate({ ...paths.paymentRequests(), search: { view: 'sent' } })
  return (
    <Page
      heading={t`Demandes de paiement`}
      context={t`Par PI, entre toutes les banques et tous les portefeuilles de l’UEMOA.`}
      tabs={<Tabs />}
      actions={
        mayMoveMoney(account, 'transfer.create') && (
          <>
            {account.is_company && (
              <Button icon={FileUp} onClick={() => setFile(true)}>
                <Trans>Envoyer une liste de factures</Trans>
              </Button>
            )}
            <Button variant="primary" icon={HandCoins} onClick={() => setNew(true)}>
              <Trans>Demander de l’argent</Trans>
            </Button>
          </>
        )
      }
    >
      {view === 'sent' && account.is_company && <RequestFiles />}
      {view === 'returns' ? (
        <ReturnRequestList />
      ) : (
        <Requests key={view ?? 'received'} direction={view === 'sent' ? 'sent' : 'received'} />
      )}
      {isNew && <NewRequestModal onClose={() => setNew(false)} onSent={visitSent} />}
      {isFile && (
        <RequestFileModal
          onClose={() => setFile(false)}
          onSent={() => {
            setFile(false)
            visitSent()
          }}
        />
      )}
    </Page>
  )
}

function Tabs(): ReactNode {
  const { t } = useLingui()
  const { view } = route.useSearch()
  return (
    <nav className={tabs.tabs} aria-label={t`Demandes de paiement`}>
      {(
        [
          [undefined, t`Reçues`],
          ['sent', t`Envoyées`],
          ['returns', t`Retours d’argent`],
        ] as const
      ).map(([one, name]) => (
        <Link
          key={name}
          className={cx(tabs.tab, one === view && tabs.chosen)}
          {...paths.paymentRequests()}
          search={one ? { view: one } : {}}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Requests({ direction }: { direction: PaymentRequest['direction'] }): ReactNode {
  const { t } = useLingui()
  const { page = 1, request: id, view } = route.useSearch()
  const navigate = useNavigate()
  const requests = useQuery(requestListQuery(direction, page))
  const columns = useColumns(direction)
  const at = view ? { view } : {}
  return (
    <>
      <ListPage<PaymentRequest, NonNullable<typeof requests.data>>
        query={requests}
        caption={direction === 'received' ? t`Demandes reçues` : t`Demandes envoyées`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={(one) => one.id}
        isSelected={(one) => one.id === id}
        problem={t`Les demandes n’ont pas pu être chargées`}
        empty={
          direction === 'received' ? (
            <EmptyState motif="lines" title={t`Aucune demande reçue`}>
              <Trans>Quand un commerçant ou une personne vous demande un paiement, sa demande paraît ici.</Trans>
            </EmptyState>
          ) : (
            <EmptyState motif="lines" title={t`Aucune demande envoyée`}>
              <Trans>Demandez de l’argent par numéro de téléphone : il arrive dès que l’autre accepte.</Trans>
            </EmptyState>
          )
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} demandes`}
        onPage={(next) => void navigate({ ...paths.paymentRequests(), search: { ...at, page: next } })}
      />
      {id && (
        <PaymentRequestPanel
          key={id}
          id={id}
          direction={direction}
          known={requests.data?.answer.find((one) => one.id === id)}
          onClose={() =>
            void navigate({
              ...paths.paymentRequests(),
              search: { ...at, ...(page > 1 && { page }) },
              resetScroll: false,
            })
          }
        />
      )}
    </>
  )
}

function useColumns(direction: PaymentRequest['direction']): Column<PaymentRequest>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const { page, view } = route.useSearch()
  return [
    {
      id: 'other',
      kind: 'main',
      head: direction === 'received' ? t`Demandeur` : t`Payeur`,
      cell: ({ id, other, label, created_at }) => (
        <Subject
          title={
            <Link
              {...paths.paymentRequests()}
              search={{ ...(view && { view }), ...(page && { page }), request: id }}
              resetScroll={false}
            >
              {other.name}
            </Link>
          }
          detailOnPhone={rowDate(fromUnix(created_at))}
          detail={label}
        />
      ),
    },
    {
      id: 'institution',
      kind: 'text',
      head: t`Établissement`,
      isWideOnly: true,
      cell: ({ other }) => other.institution,
    },
    { id: 'day', kind: 'text', head: t`Date`, cell: ({ created_at }) => rowDate(fromUnix(created_at)) },
    { id: 'status', kind: 'status', head: t`Statut`, cell: (request) => <RequestStatus request={request} /> },
    { id: 'amount', kind: 'amount', head: t`Montant`, cell: ({ amount }) => <Money amount={amount} currency="XOF" /> },
  ]
}
