import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import {
  FOUND_TOTALS_HEADER,
  MONTH_TOTALS_HEADER,
  type Operation,
  type Totals as TotalsOf,
} from 'contract/accounts/operations.ts'
import { Download, ListChecks, Paperclip } from 'lucide-react'
import { Fragment, useCallback, useState } from 'react'
import { useLabels } from '../../lib/use-labels.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import type { PageOfList } from '../../lib/api/call.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { Tag } from '../../ui/data/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { dayOf, groupOperations, readFoundTotals, readMonthTotals } from './operation-groups.ts'
import { type OperationSearch, operationListQuery } from './operation-queries.ts'
import { nameOf, operationIcons, subjectOf } from './operation-labels.ts'
import { OperationFilters } from './OperationFilters.tsx'
import { OperationPanel } from './OperationPanel.tsx'
import styles from './OperationListScreen.module.css'
import { type Selection, useSelection } from './use-selection.ts'

const ExportPanel = lazyPart(async () => (await import('./ExportPanel.tsx')).ExportPanel)
const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar)
const route = getRouteApi('/signed-in/main/operations')
const pageLink = (page: number) => (page === 1 ? paths.operations() : paths.operationsPage(page))

export function OperationListScreen() {
  const { t } = useLingui()
  const { dateTime, month } = useFormats()
  const account = useAccount()
  const { pageNumber } = useParams({ strict: false })
  const page = Number(pageNumber ?? 1)
  const { operation: openId, ...filter } = route.useSearch()
  const navigate = useNavigate()
  const operations = useQuery(operationListQuery(page, filter))
  const selection = useSelection()
  const isOfAll = filter.account === 'all'
  const columns = useOperationColumns(page, selection, isOfAll)
  const [isExporting, setExporting] = useState(false)
  const { clear } = selection
  const narrow = useCallback(
    (next: OperationSearch) => {
      // Rows that are no longer visible are no longer selected.
      clear()
      const search = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ ...paths.operations(), search, replace: true, resetScroll: false })
    },
    [navigate, clear],
  )
  const isNarrowed = Object.keys(filter).length > 0
  const date = dateTime(fromUnix(account.balance_date))

  return (
    <Page
      heading={t`Synthèse`}
      context={
        isOfAll ? (
          <Trans>Tous les comptes dont vous voyez les opérations</Trans>
        ) : (
          <Trans>
            <span className="num">Solde au {date}</span> : <Balance />
          </Trans>
        )
      }
    >
      <OperationFilters filter={filter} onChange={narrow} found={operations.data && <Found {...operations.data} />}>
        <Button icon={Download} isIconOnPhone onClick={() => setExporting(true)}>
          <Trans>Exporter</Trans>
        </Button>
        {!isOfAll && (
          <span className="on-phone">
            <Button
              icon={ListChecks}
              isIconOnPhone
              aria-expanded={selection.isChoosing}
              onClick={selection.startChoosing}
            >
              <Trans>Sélectionner</Trans>
            </Button>
          </span>
        )}
      </OperationFilters>
      <ListPage
        query={operations}
        caption={
          isOfAll ? t`Opérations de tous les comptes, groupées par mois` : t`Opérations du compte, groupées par mois`
        }
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
            totals: <Totals totals={group.totals} isComing={group.month === null} />,
            rows: group.operations,
          }))
        }
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === openId || selection.chosen.has(id)}
        problem={t`Les opérations n’ont pas pu être chargées`}
        empty={
          isNarrowed ? (
            <EmptyState
              motif="search"
              title={t`Aucune opération ne correspond`}
              action={<LinkButton {...paths.operations()}>{t`Voir toutes les opérations`}</LinkButton>}
            />
          ) : (
            <EmptyState motif="lines" title={t`Aucune opération pour le moment`}>
              <Trans>Vos encaissements et vos dépenses apparaîtront ici, mois par mois.</Trans>
            </EmptyState>
          )
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} opérations`}
        onPage={(next) => void navigate({ ...pageLink(next), search: filter })}
      />
      {(selection.isChoosing || selection.chosen.size > 0) && operations.data && (
        <SelectionBar selection={selection} filter={filter} found={operations.data.page?.total ?? 0} />
      )}
      {isExporting && operations.data && (
        <ExportPanel
          filter={filter}
          page={page}
          found={operations.data.page?.total ?? 0}
          visible={operations.data.answer.length}
          coming={operations.data.answer.filter(({ execution_date }) => execution_date === null).length}
          onClose={() => setExporting(false)}
        />
      )}
      {openId && !operations.isPending && (
        <OperationPanel
          id={openId}
          known={operations.data?.answer.find(({ id }) => id === openId)}
          onClose={() => void navigate({ ...pageLink(page), search: filter, resetScroll: false })}
        />
      )}
    </Page>
  )
}

/** The number of operations found, their credits, debits and balance. */
function Found({ page, headers }: { page: PageOfList | null; headers: Headers }) {
  const totals = readFoundTotals(headers.get(FOUND_TOTALS_HEADER))
  return (
    <span className={styles.found}>
      <Plural value={page?.total ?? 0} one="# opération" other="# opérations" />
      <Totals totals={totals} isComing={false} />
      {totals
        .filter(({ credits, debits }) => credits !== 0 && debits !== 0)
        .map(({ currency, credits, debits }) => (
          <span key={currency}>
            <Trans>Net :</Trans> <Money amount={credits + debits} currency={currency} signs="movement" />
          </span>
        ))}
    </span>
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
      <Plural
        value={count}
        one="# mouvement, non compté dans le solde"
        other="# mouvements, non comptés dans le solde"
      />
    </span>
  )
}

function Totals({ totals, isComing }: { totals: readonly TotalsOf[]; isComing: boolean }) {
  return (
    <span className={styles.totals}>
      {totals.map(({ currency, credits, debits }) =>
        isComing ? (
          <Money key={currency} amount={credits + debits} currency={currency} signs="movement" tone="coming" />
        ) : (
          <Fragment key={currency}>
            {credits !== 0 && <Money amount={credits} currency={currency} signs="movement" />}
            {debits !== 0 && <Money amount={debits} currency={currency} signs="movement" />}
          </Fragment>
        ),
      )}
    </span>
  )
}

/** A checkbox before the operation; upcoming operations have no categories. */
function Pick({
  operation,
  selection: { chosen, isChoosing, toggle },
}: {
  operation: Operation
  selection: Selection
}) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  if (operation.execution_date === null) return null
  const name = `${subjectOf(operation)}, ${moneyText(operation.amount, operation.currency, 'movement')}`
  return (
    <label className={styles.pick} data-row-act={isChoosing || undefined}>
      <input
        type="checkbox"
        aria-label={t`Choisir : ${name}`}
        checked={chosen.has(operation.id)}
        onChange={() => toggle(operation)}
      />
    </label>
  )
}

function useOperationColumns(page: number, selection: Selection, isOfAll: boolean): Column<Operation>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const types = useLabels(operationTypeLabels)
  const search = route.useSearch()
  const beside = (text: string, { account }: Operation) => (account ? `${text} · ${nameOf(account)}` : text)
  const pick: Column<Operation> = {
    id: 'pick',
    kind: 'pick',
    head: t`Choisir`,
    isHeadHidden: true,
    cell: (operation) => <Pick operation={operation} selection={selection} />,
  }
  return [
    // Categories belong to one customer: operations of several customers cannot be categorised together.
    ...(isOfAll ? [] : [pick]),
    { id: 'date', kind: 'date', head: t`Date`, cell: (operation) => rowDate(dayOf(operation)) },
    {
      id: 'operation',
      kind: 'main',
      head: t`Opération`,
      cell: (operation) => (
        <Subject
          tile={
            <>
              {selection.isChoosing && (
                <span className="on-phone">
                  <Pick operation={operation} selection={selection} />
                </span>
              )}
              <Tile
                icon={operationIcons[operation.type]}
                tone={operation.amount > 0 && operation.execution_date !== null ? 'in' : 'plain'}
                className="from-tablet"
              />
            </>
          }
          title={
            selection.isChoosing ? (
              subjectOf(operation)
            ) : (
              <Link
                {...pageLink(page)}
                search={{ ...search, operation: operation.id }}
                resetScroll={false}
                preload={false}
              >
                {subjectOf(operation)}
              </Link>
            )
          }
          detailOnPhone={rowDate(dayOf(operation))}
          detail={beside(types[operation.type], operation)}
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
      id: 'documents',
      kind: 'text',
      head: t`Pièces jointes`,
      isHeadHidden: true,
      isWideOnly: true,
      cell: ({ document_count }) =>
        document_count > 0 && (
          <span className={styles.documents}>
            <Icon shape={Paperclip} size="sm" />
            <span className="sr">{t`Pièces jointes :`} </span>
            <span className="num">{document_count}</span>
          </span>
        ),
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency, execution_date }) => (
        <Money
          amount={amount}
          currency={currency}
          signs="movement"
          {...(execution_date === null && { tone: 'coming' as const })}
        />
      ),
    },
  ]
}
