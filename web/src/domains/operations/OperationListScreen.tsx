import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router'
import { MONTH_TOTALS_HEADER } from 'contract/accounts/operations.ts'
import { CalendarDays, Download, ListChecks } from 'lucide-react'
import { useCallback, useState } from 'react'
import { queryClient } from '../../lib/api/query.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { foundIn, given } from '../../shell/filters/filter.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { onRequest } from '../../shell/on-request/catalogue.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { positionIn } from '../../shell/position-in.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useTakeBack } from './categories/use-take-back.ts'
import { ComingFold } from './ComingFold.tsx'
import { operationPageLink, useOperationColumns } from './operation-columns.tsx'
import { dayOf, groupOperations, readMonthTotals } from './operation-groups.ts'
import { type OperationSearch, operationListQuery } from './operation-queries.ts'
import styles from './OperationListScreen.module.css'
import { OperationFilters } from './OperationFilters.tsx'
import { OperationTabs } from './OperationTabs.tsx'
import { FoundSums, Totals } from './OperationTotals.tsx'
import { useSelection } from './use-selection.ts'

const OperationPanel = lazyPart(async () => (await import('./OperationPanel.tsx')).OperationPanel)
const DayBalanceModal = lazyPart(async () => (await import('./DayBalanceModal.tsx')).DayBalanceModal)
const OperationExport = lazyPart(async () => (await import('./OperationExport.tsx')).OperationExport, onRequest)
const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar)
const CategoriseModal = lazyPart(async () => (await import('./categories/CategoriseModal.tsx')).CategoriseModal)
const route = getRouteApi('/signed-in/main/operations')

/** Requests the first page before the screen is rendered. */
export function prefetch({ operation: _open, ...filter }: OperationSearch & { operation?: string | undefined }): void {
  void queryClient.prefetchQuery(operationListQuery(1, filter))
}

export function OperationListScreen() {
  const { t } = useLingui()
  const { dateTime, dayTitle, month } = useFormats()
  const account = useAccount()
  const { pageNumber } = useParams({ strict: false })
  const page = Number(pageNumber ?? 1)
  const { operation: openId, ...filter } = route.useSearch()
  const navigate = useNavigate()
  const operations = useQuery(operationListQuery(page, filter))
  const selection = useSelection()
  const isOfAll = filter.account === 'all'
  const [sorted, setSorted] = useState<string | null>(null)
  const takeBack = useTakeBack()
  const isNarrowed = Object.keys(filter).length > 0
  // A search that finds something upcoming shows it.
  const [isUnfolded, setUnfolded] = useState<boolean | null>(null)
  const listed = operations.data?.answer ?? []
  const coming = listed.filter(({ execution_date }) => execution_date === null)
  const isOpen = isUnfolded ?? isNarrowed
  const visible = isOpen ? listed : listed.filter(({ execution_date }) => execution_date !== null)
  const columns = useOperationColumns(page, selection, isOfAll, visible, setSorted)
  const [isExporting, setExporting] = useState(false)
  const [isDating, setDating] = useState(false)
  const { clear } = selection
  const narrow = useCallback(
    (next: OperationSearch) => {
      // Rows that are no longer visible are no longer selected.
      clear()
      void navigate({ ...paths.operations(), search: given(next), replace: true, resetScroll: false })
    },
    [navigate, clear],
  )
  const date = dateTime(fromUnix(account.balance_date))
  const booked = listed.filter(({ execution_date }) => execution_date !== null)
  const show = (operation: string | undefined) =>
    void navigate({
      ...operationPageLink(page),
      search: { ...filter, ...(operation && { operation }) },
      resetScroll: false,
    })

  return (
    <Page
      heading={t`Synthèse`}
      context={
        isOfAll ? (
          <Trans>Tous les comptes dont vous voyez les opérations</Trans>
        ) : (
          <span className={styles.balance}>
            <span>
              <Trans>
                <span className="num">Solde au {date}</span> : <Balance />
              </Trans>
            </span>{' '}
            <Button variant="quiet" size="sm" icon={CalendarDays} onClick={() => setDating(true)}>
              <Trans>Solde à une date</Trans>
            </Button>
          </span>
        )
      }
      tabs={<OperationTabs />}
    >
      <OperationFilters
        filter={filter}
        onChange={narrow}
        count={foundIn(operations)}
        sums={operations.data && <FoundSums headers={operations.data.headers} />}
      >
        <Button icon={Download} isIconOnPhone onClick={() => setExporting(true)}>
          <Trans>Exporter</Trans>
        </Button>
        {!isOfAll && (
          <span className="by-touch">
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
        lead={coming.length > 0 && <ComingFold coming={coming} isOpen={isOpen} onToggle={() => setUnfolded(!isOpen)} />}
        groups={({ headers }) =>
          groupOperations(visible, readMonthTotals(headers.get(MONTH_TOTALS_HEADER))).map((group) => ({
            id: group.month ?? 'coming',
            isComing: group.month === null,
            ...(group.month !== null && {
              title: month(fromPlainDate(`${group.month}-15`)),
              totals: <Totals totals={group.totals} />,
            }),
            rows: group.operations,
          }))
        }
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === openId || selection.chosen.has(id)}
        phoneTitle={(row, before) => {
          const title = dayTitle(dayOf(row))
          return before && dayTitle(dayOf(before)) === title ? null : title
        }}
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
        onPage={(next) => void navigate({ ...operationPageLink(next), search: filter })}
      />
      {(selection.isChoosing || selection.chosen.size > 0) && operations.data && (
        <SelectionBar selection={selection} filter={filter} found={operations.data.page?.total ?? 0} />
      )}
      {sorted !== null && <CategoriseModal ids={[sorted]} onDone={takeBack} onClose={() => setSorted(null)} />}
      {isDating && <DayBalanceModal onClose={() => setDating(false)} />}
      {isExporting && operations.data && (
        <OperationExport
          filter={filter}
          page={page}
          found={operations.data.page?.total ?? 0}
          visible={operations.data.answer.length}
          coming={coming.length}
          onClose={() => setExporting(false)}
        />
      )}
      {openId && !operations.isPending && (
        <OperationPanel
          id={openId}
          known={operations.data?.answer.find(({ id }) => id === openId)}
          position={positionIn(booked, openId, operations.data?.page)}
          onShow={show}
          onClose={() => show(undefined)}
        />
      )}
    </Page>
  )
}

function Balance() {
  const account = useAccount()
  return (
    <b className="strong num">
      {account.balance !== null && <Money amount={account.balance} currency={account.currency} />}
    </b>
  )
}
