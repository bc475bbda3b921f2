import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Credit } from 'contract/products/credits.ts'
import type { ReactNode } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Meter } from '../../ui/data/Meter.tsx'
import { SummaryBand } from '../../ui/data/SummaryBand.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { creditListQuery, totalsIn } from './credit-queries.ts'
import { CreditStatus, repaidShare, useCreditTypes } from './credit-labels.tsx'
import styles from './credits.module.css'

const route = getRouteApi('/signed-in/main/credits')

/** The credits of the account, those in progress first. */
export function CreditListScreen(): ReactNode {
  const { t } = useLingui()
  const { page = 1 } = route.useSearch()
  const navigate = useNavigate()
  const credits = useQuery(creditListQuery(page))
  const columns = useColumns()
  const hasAny = credits.data && credits.data.answer.length > 0
  return (
    <Page heading={t`Crédits`}>
      {hasAny && <Totals headers={credits.data.headers} />}
      <ListPage<Credit, NonNullable<typeof credits.data>>
        query={credits}
        caption={t`Crédits`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les crédits n’ont pas pu être chargés`}
        empty={
          <EmptyState motif="lines" title={t`Aucun crédit`}>
            <Trans>Vos crédits et leurs échéances paraîtront ici. Votre conseiller étudie vos projets avec vous.</Trans>
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} crédits`}
        onPage={(next) => void navigate({ ...paths.credits(), search: { page: next } })}
      />
    </Page>
  )
}

function Totals({ headers }: { headers: Headers }) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const { currency } = useAccount()
  const { outstanding, unpaid, next_due, next_due_date } = totalsIn(headers)
  return (
    <SummaryBand
      totals={[
        { name: t`Capital restant dû`, value: <Money amount={outstanding} currency={currency} size="title" /> },
        {
          name: t`Prochaine échéance`,
          value: next_due_date ? <Money amount={next_due} currency={currency} size="title" /> : t`aucune`,
          ...(next_due_date && { under: rowDate(fromPlainDate(next_due_date)) }),
        },
        { name: t`Impayés`, value: <Money amount={unpaid} currency={currency} size="title" /> },
      ]}
    />
  )
}

function useColumns(): Column<Credit>[] {
  const { t } = useLingui()
  const { rowDate, percent } = useFormats()
  const types = useCreditTypes()
  return [
    {
      id: 'credit',
      kind: 'main',
      head: t`Crédit`,
      cell: ({ id, type, number, purpose }) => (
        <Subject
          title={<Link {...paths.credit(id)}>{types[type]}</Link>}
          detail={
            <span className="num">
              {t`n° ${number}`}
              {purpose && ` · ${purpose}`}
            </span>
          }
        />
      ),
    },
    {
      id: 'repaid',
      kind: 'text',
      head: t`Remboursé`,
      cell: (credit) => {
        const shareText = percent(Math.floor(repaidShare(credit) * 100))
        return (
          <span className={styles.share}>
            <Meter value={repaidShare(credit)} label={t`Capital remboursé`} />
            <span className="num muted">{shareText}</span>
          </span>
        )
      },
    },
    {
      id: 'next',
      kind: 'text',
      head: t`Prochaine échéance`,
      isWideOnly: true,
      cell: ({ next_due_date, due_amount, currency }) =>
        next_due_date && due_amount !== null ? (
          <Subject
            title={rowDate(fromPlainDate(next_due_date))}
            detail={<Money amount={due_amount} currency={currency} />}
          />
        ) : (
          <span className="muted">{t`aucune`}</span>
        ),
    },
    { id: 'status', kind: 'status', head: t`Statut`, cell: (credit) => <CreditStatus credit={credit} /> },
    {
      id: 'outstanding',
      kind: 'amount',
      head: t`Capital restant dû`,
      cell: ({ outstanding, currency }) => <Money amount={outstanding} currency={currency} />,
    },
  ]
}
