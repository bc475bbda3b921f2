import { plural } from '@lingui/core/macro'
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
import { textIn, tintOfCategory } from 'contract/values/identity.ts'
import { ChevronDown, Download, ListChecks, Paperclip } from 'lucide-react'
import { Fragment, useCallback, useState } from 'react'
import type { PageOfList } from '../../lib/api/call.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { grouped } from '../../lib/grouped.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { Identity, IdentityFace, StateWord } from '../../shell/Identity.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Column } from '../../ui/data/Table.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useTakeBack } from './categories/use-take-back.ts'
import { dayOf, groupOperations, readFoundTotals, readMonthTotals } from './operation-groups.ts'
import { nameOf, useSubject } from './operation-labels.ts'
import { type OperationSearch, operationListQuery } from './operation-queries.ts'
import { OperationFilters } from './OperationFilters.tsx'
import styles from './OperationListScreen.module.css'
import { OperationTabs } from './OperationTabs.tsx'
import { type Selection, useSelection } from './use-selection.ts'

const OperationPanel = lazyPart(async () => (await import('./OperationPanel.tsx')).OperationPanel)
const ExportPanel = lazyPart(async () => (await import('./ExportPanel.tsx')).ExportPanel)
const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar)
const CategoriseModal = lazyPart(async () => (await import('./categories/CategoriseModal.tsx')).CategoriseModal)
const route = getRouteApi('/signed-in/main/operations')
const pageLink = (page: number) => (page === 1 ? paths.operations() : paths.operationsPage(page))

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
  const date = dateTime(fromUnix(account.balance_date))
  const booked = listed.filter(({ execution_date }) => execution_date !== null)
  const openAt = booked.findIndex(({ id }) => id === openId)
  const show = (operation: string | undefined) =>
    void navigate({ ...pageLink(page), search: { ...filter, ...(operation && { operation }) }, resetScroll: false })

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
      tabs={<OperationTabs />}
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
        onPage={(next) => void navigate({ ...pageLink(next), search: filter })}
      />
      {(selection.isChoosing || selection.chosen.size > 0) && operations.data && (
        <SelectionBar selection={selection} filter={filter} found={operations.data.page?.total ?? 0} />
      )}
      {sorted !== null && <CategoriseModal ids={[sorted]} onDone={takeBack} onClose={() => setSorted(null)} />}
      {isExporting && operations.data && (
        <ExportPanel
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
          position={
            openAt < 0 || !operations.data?.page
              ? null
              : {
                  index: (page - 1) * operations.data.page.perPage + openAt + 1,
                  total: operations.data.page.total,
                  previous: booked[openAt - 1]?.id,
                  next: booked[openAt + 1]?.id,
                }
          }
          onShow={show}
          onClose={() => show(undefined)}
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
      <Totals totals={totals} />
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

const FACES = 4

/** The upcoming operations in one line with their sum, which opens on its rows. */
function ComingFold({
  coming,
  isOpen,
  onToggle,
}: {
  coming: readonly Operation[]
  isOpen: boolean
  onToggle: () => void
}) {
  const { t } = useLingui()
  const { dayAndMonth } = useFormats()
  const last = coming.at(-1)
  const faces = coming.slice(0, FACES)
  const sums = grouped(coming, ({ currency }) => currency)
  const until = last ? dayAndMonth(dayOf(last)) : ''
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
      <span className={styles.faces}>
        {faces.map(({ id, identity }) => (
          <IdentityFace key={id} identity={identity} size="sm" />
        ))}
      </span>
      <span className={styles.foldText}>
        <b>
          <Trans>À venir</Trans>
        </b>{' '}
        <span className="muted">
          {t`${plural(coming.length, { one: '# mouvement', other: '# mouvements' })}`}
          <span className="from-tablet"> {t`d’ici au ${until}, pas encore dans le solde`}</span>
        </span>
      </span>
      <span className={styles.foldSums}>
        {[...sums].map(([currency, some]) => (
          <Money
            key={currency}
            amount={some.reduce((sum, { amount }) => sum + amount, 0)}
            currency={currency}
            signs="movement"
            tone="coming"
          />
        ))}
      </span>
      <Icon shape={ChevronDown} size="sm" className={cx(styles.chevron, isOpen && styles.turned)} />
    </button>
  )
}

function Totals({ totals }: { totals: readonly TotalsOf[] }) {
  return (
    <span className={styles.totals}>
      {totals.map(({ currency, credits, debits }) => (
        <Fragment key={currency}>
          {credits !== 0 && <Money amount={credits} currency={currency} signs="movement" />}
          {debits !== 0 && <Money amount={debits} currency={currency} signs="movement" />}
        </Fragment>
      ))}
    </span>
  )
}

/** The picture of an operation: under the pointer, with the focus and in a selection it is a checkbox. */
function Face({ operation, selection, isOfAll }: { operation: Operation; selection: Selection; isOfAll: boolean }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const subject = useSubject()
  const { chosen, isChoosing, toggle } = selection
  const { identity, execution_date } = operation
  // Upcoming operations have no categories; categories belong to one customer.
  if (isOfAll || execution_date === null) return <IdentityFace identity={identity} state={identity.state} />
  const name = `${subject(operation)}, ${moneyText(operation.amount, operation.currency, 'movement')}`
  return (
    <span className={styles.face}>
      <IdentityFace identity={identity} state={identity.state} />
      <label
        className={cx(styles.pick, (isChoosing || chosen.size > 0) && styles.picking)}
        data-row-act={isChoosing || undefined}
      >
        <Checkbox
          aria-label={t`Choisir : ${name}`}
          checked={chosen.has(operation.id)}
          onChange={() => toggle(operation)}
        />
      </label>
    </span>
  )
}

function useOperationColumns(
  page: number,
  selection: Selection,
  isOfAll: boolean,
  visible: readonly Operation[],
  onSort: (id: string) => void,
): Column<Operation>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const language = useLanguage()
  const types = useLabels(operationTypeLabels)
  const search = route.useSearch()
  const isFirstOfDay = (operation: Operation) => {
    const before = visible[visible.indexOf(operation) - 1]
    return (
      before === undefined ||
      rowDate(dayOf(before)) !== rowDate(dayOf(operation)) ||
      (before.execution_date === null) !== (operation.execution_date === null)
    )
  }
  const memoOf = ({ identity, type, account }: Operation) => {
    const memo = identity.memo === null ? types[type] : textIn(identity.memo, language)
    return account ? `${memo} · ${nameOf(account)}` : memo
  }
  return [
    {
      id: 'date',
      kind: 'date',
      head: t`Date`,
      isHeadHidden: true,
      cell: (operation) => (
        <span className={isFirstOfDay(operation) ? undefined : 'sr'}>{rowDate(dayOf(operation))}</span>
      ),
    },
    {
      id: 'operation',
      kind: 'main',
      head: t`Opération`,
      isHeadHidden: true,
      cell: (operation) => (
        <Identity
          identity={operation.identity}
          face={<Face operation={operation} selection={selection} isOfAll={isOfAll} />}
          title={(name) =>
            selection.isChoosing ? (
              name
            ) : (
              <Link
                {...pageLink(page)}
                search={{ ...search, operation: operation.id }}
                resetScroll={false}
                preload={false}
              >
                {name}
              </Link>
            )
          }
          detail={memoOf(operation)}
        />
      ),
    },
    {
      id: 'category',
      kind: 'text',
      head: t`Catégorie`,
      isHeadHidden: true,
      isWideOnly: true,
      cell: ({ id, categories, execution_date }) =>
        execution_date !== null && <CategoryOf categories={categories} isFixed={isOfAll} onSort={() => onSort(id)} />,
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
      isHeadHidden: true,
      cell: ({ amount, currency, execution_date, identity }) => (
        <AmountWithState
          amount={amount}
          currency={currency}
          isComing={execution_date === null}
          state={identity.state}
        />
      ),
    },
  ]
}

function AmountWithState({
  amount,
  currency,
  isComing,
  state,
}: Pick<Operation, 'amount' | 'currency'> & { isComing: boolean; state: Operation['identity']['state'] }) {
  return (
    <span className={styles.amount}>
      <Money amount={amount} currency={currency} signs="movement" {...(isComing && { tone: 'coming' as const })} />
      {state && <StateWord state={state} />}
    </span>
  )
}

/** The category as a dot and a word, which opens the choice. */
function CategoryOf({
  categories,
  isFixed,
  onSort,
}: {
  categories: Operation['categories']
  isFixed: boolean
  onSort: () => void
}) {
  const { t } = useLingui()
  const labels = categories.map(({ label }) => label).join(', ')
  const [first] = categories
  const content = first && (
    <>
      <i data-tint={tintOfCategory(first.label)} /> {labels}
    </>
  )
  if (isFixed) return <span className={styles.category}>{content}</span>
  if (!content)
    return (
      <button type="button" className={cx('link', styles.unsorted)} onClick={onSort}>
        <Trans>Classer</Trans>
      </button>
    )
  return (
    <button type="button" className={styles.category} aria-label={t`Catégorie ${labels}, changer`} onClick={onSort}>
      {content}
    </button>
  )
}
