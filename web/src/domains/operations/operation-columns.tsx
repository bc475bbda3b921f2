import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { textIn, tintOfCategory } from 'contract/values/identity.ts'
import { Paperclip } from 'lucide-react'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { Identity, IdentityPicture, StateLabel } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { cx } from '../../ui/cx.ts'
import type { Column } from '../../ui/data/Table.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { dayOf } from './operation-groups.ts'
import { nameOf, useSubject } from './operation-labels.ts'
import styles from './OperationListScreen.module.css'
import type { Selection } from './use-selection.ts'

const route = getRouteApi('/signed-in/main/operations')
export const operationPageLink = (page: number) => (page === 1 ? paths.operations() : paths.operationsPage(page))

/** The picture of an operation: under the pointer, with the focus and in a selection it is a checkbox. */
function OperationPicture({
  operation,
  selection,
  isOfAll,
}: {
  operation: Operation
  selection: Selection
  isOfAll: boolean
}) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const subject = useSubject()
  const { chosen, isChoosing, toggle } = selection
  const { identity, execution_date } = operation
  // Upcoming operations have no categories; categories belong to one customer.
  if (isOfAll || execution_date === null) return <IdentityPicture identity={identity} state={identity.state} />
  const name = `${subject(operation)}, ${moneyText(operation.amount, operation.currency, 'movement')}`
  return (
    <span className={styles.face}>
      <IdentityPicture identity={identity} state={identity.state} />
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

export function useOperationColumns(
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
          picture={<OperationPicture operation={operation} selection={selection} isOfAll={isOfAll} />}
          title={(name) =>
            selection.isChoosing ? (
              name
            ) : (
              <Link
                {...operationPageLink(page)}
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
      {state && <StateLabel state={state} />}
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
      <button type="button" className={cx('link no-print', styles.unsorted)} onClick={onSort}>
        <Trans>Classer</Trans>
      </button>
    )
  return (
    <button type="button" className={styles.category} aria-label={t`Catégorie ${labels}, changer`} onClick={onSort}>
      {content}
    </button>
  )
}
