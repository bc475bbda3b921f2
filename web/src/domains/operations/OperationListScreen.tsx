import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { MONTH_TOTALS_HEADER, type Operation } from 'contract/operations.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Subject } from '../../ui/Table.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { dayOf, groupOperations, readMonthTotals } from './operation-groups.ts'
import { operationListQuery } from './operation-queries.ts'
import { operationIcons, subjectOf, useOperationTypes } from './operation-words.ts'
import { OperationPanel } from './OperationPanel.tsx'
import styles from './OperationListScreen.module.css'

const route = getRouteApi('/signed-in/main/operations')
const pageLink = (page: number) => (page === 1 ? paths.operations() : paths.operationsPage(page))

export function OperationListScreen() {
  const { t } = useLingui()
  const { dateTime, month } = useFormats()
  const account = useAccount()
  const { pageNumber } = useParams({ strict: false })
  const page = /^[1-9]\d{0,6}$/.test(pageNumber ?? '') ? Number(pageNumber) : 1
  const { operation: openId } = route.useSearch()
  const navigate = useNavigate()
  const operations = useQuery(operationListQuery(page))
  const columns = useOperationColumns(page)
  const date = dateTime(fromUnix(account.balance_date))

  return (
    <Page
      heading={t`Synthèse`}
      context={
        <Trans>
          <span className="num">Solde au {date}</span> : <Balance />
        </Trans>
      }
    >
      <ListPage
        query={operations}
        caption={t`Opérations du compte, groupées par mois`}
        columns={columns}
        hasTiles
        groups={({ answer, headers }) =>
          groupOperations(answer, readMonthTotals(headers.get(MONTH_TOTALS_HEADER))).map((group) => ({
            id: group.month ?? 'coming',
            isComing: group.month === null,
            title:
              group.month === null ? (
                <>
                  <Trans>À venir</Trans> <Coming count={group.operations.length} />
                </>
              ) : (
                month(fromPlainDate(`${group.month}-15`))
              ),
            totals: <Totals credits={group.credits} debits={group.debits} isComing={group.month === null} />,
            rows: group.operations,
          }))
        }
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === openId}
        problem={t`Les opérations n’ont pas pu être chargées`}
        empty={
          <EmptyState motif="lines" title={t`Aucune opération pour le moment`}>
            <Trans>Vos encaissements et vos dépenses apparaîtront ici, mois par mois.</Trans>
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} opérations`}
        onPage={(next) => void navigate(pageLink(next))}
      />
      {openId && !operations.isPending && (
        <OperationPanel
          id={openId}
          known={operations.data?.answer.find(({ id }) => id === openId)}
          onClose={() => void navigate({ ...pageLink(page), resetScroll: false })}
        />
      )}
    </Page>
  )
}

function Balance() {
  const account = useAccount()
  return (
    <b className="strong num">
      <Money amount={account.balance} currency={account.currency} />
    </b>
  )
}

function Coming({ count }: { count: number }) {
  return (
    <span className={styles.note}>
      <Plural value={count} one="# mouvement, non compté dans le solde" other="# mouvements, non comptés dans le solde" />
    </span>
  )
}

function Totals({ credits, debits, isComing }: { credits: number; debits: number; isComing: boolean }) {
  const { currency } = useAccount()
  if (isComing)
    return (
      <span className={styles.totals}>
        <Money amount={credits + debits} currency={currency} signs="movement" tone="coming" />
      </span>
    )
  return (
    <span className={styles.totals}>
      {credits !== 0 && <Money amount={credits} currency={currency} signs="movement" />}
      {debits !== 0 && <Money amount={debits} currency={currency} signs="movement" />}
    </span>
  )
}

function useOperationColumns(page: number): Column<Operation>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const types = useOperationTypes()
  return [
    { id: 'date', kind: 'date', head: t`Date`, cell: (operation) => rowDate(dayOf(operation)) },
    {
      id: 'operation',
      kind: 'main',
      head: t`Opération`,
      cell: (operation) => (
        <Subject
          tile={
            <Tile
              icon={operationIcons[operation.type]}
              tone={operation.amount > 0 && operation.execution_date !== null ? 'in' : 'plain'}
              className="from-tablet"
            />
          }
          title={
            <Link {...pageLink(page)} search={{ operation: operation.id }} resetScroll={false} preload={false}>
              {subjectOf(operation)}
            </Link>
          }
          detailOnPhone={rowDate(dayOf(operation))}
          detail={types[operation.type]}
        />
      ),
    },
    {
      id: 'category',
      kind: 'text',
      head: t`Catégorie`,
      isWideOnly: true,
      cell: ({ categories }) => categories.map(({ id, label }) => <Tag key={id}>{label}</Tag>),
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency, execution_date }) => (
        <Money amount={amount} currency={currency} signs="movement" {...(execution_date === null && { tone: 'coming' as const })} />
      ),
    },
  ]
}
