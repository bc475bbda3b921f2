import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Deposit } from 'contract/products/deposits.ts'
import { Calculator } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SummaryBand } from '../../ui/data/SummaryBand.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { depositListQuery, totalsIn } from './deposit-queries.ts'
import { DepositStatus } from './deposit-labels.tsx'
import { SimulatorModal } from './SimulatorModal.tsx'

const route = getRouteApi('/signed-in/main/dat')

/** The term deposits of the account, those in progress first. */
export function DepositListScreen(): ReactNode {
  const { t } = useLingui()
  const { page = 1 } = route.useSearch()
  const navigate = useNavigate()
  const deposits = useQuery(depositListQuery(page))
  const columns = useColumns()
  const [isSimulating, setSimulating] = useState(false)
  const hasAny = deposits.data && deposits.data.answer.length > 0
  return (
    <Page
      heading={t`Placements`}
      context={t`Dépôts à terme (DAT)`}
      actions={
        <Button icon={Calculator} onClick={() => setSimulating(true)}>
          <Trans>Simuler un placement</Trans>
        </Button>
      }
    >
      {hasAny && <Totals headers={deposits.data.headers} />}
      <ListPage<Deposit, NonNullable<typeof deposits.data>>
        query={deposits}
        caption={t`Dépôts à terme`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les placements n’ont pas pu être chargés`}
        empty={
          <EmptyState motif="lines" title={t`Aucun placement`}>
            <Trans>
              Vos dépôts à terme et leurs intérêts paraîtront ici. Votre conseiller vous propose une durée et un taux.
            </Trans>
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} placements`}
        onPage={(next) => void navigate({ ...paths.deposits(), search: { page: next } })}
      />
      {isSimulating && <SimulatorModal onClose={() => setSimulating(false)} />}
    </Page>
  )
}

function Totals({ headers }: { headers: Headers }) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const { amount, paid, remaining } = totalsIn(headers)
  const money = (value: number) => <Money amount={value} currency={currency} size="title" />
  return (
    <SummaryBand
      totals={[
        { name: t`Montant placé`, value: money(amount) },
        { name: t`Intérêts versés`, value: money(paid) },
        { name: t`Intérêts à venir`, value: money(remaining) },
      ]}
    />
  )
}

function useColumns(): Column<Deposit>[] {
  const { t } = useLingui()
  const { percent, rowDate } = useFormats()
  return [
    {
      id: 'deposit',
      kind: 'main',
      head: t`Placement`,
      cell: ({ id, number, term, maturity_date }) => {
        const day = rowDate(fromPlainDate(maturity_date))
        return (
          <Subject
            title={
              <Link
                {...paths.deposit(id)}
              >{t`${plural(term, { one: 'Dépôt à terme # mois', other: 'Dépôt à terme # mois' })}`}</Link>
            }
            detailOnPhone={t`échéance ${day}`}
            detail={<span className="num nowrap">{t`DAT ${number}`}</span>}
          />
        )
      },
    },
    {
      id: 'rate',
      kind: 'figure',
      head: t`Taux d’intérêt`,
      cell: ({ rate }) => <span className="num">{percent(rate)}</span>,
    },
    {
      id: 'maturity',
      kind: 'text',
      head: t`Échéance`,
      cell: ({ maturity_date }) => rowDate(fromPlainDate(maturity_date)),
    },
    { id: 'status', kind: 'status', head: t`Statut`, cell: (deposit) => <DepositStatus deposit={deposit} /> },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant placé`,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}
