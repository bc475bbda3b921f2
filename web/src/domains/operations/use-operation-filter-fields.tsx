import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { operationTypes } from 'contract/accounts/operations.ts'
import { tintOfCategory } from 'contract/values/identity.ts'
import { ArrowDownUp, Tag } from 'lucide-react'
import { useAccount, useSession } from '../../lib/session/session.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { useAmountFilter } from '../../shell/filters/amount-filter.tsx'
import { choiceFilter } from '../../shell/filters/choice-filter.tsx'
import type { Filter } from '../../shell/filters/filter.ts'
import { OptionsField } from '../../shell/filters/OptionsField.tsx'
import { usePeriodFilter } from '../../shell/filters/period-filter.tsx'
import { categoriesQuery, type OperationSearch } from './operation-queries.ts'

/** The filters of the operations, in the order of the bar. */
export function useOperationFilterFields(filter: OperationSearch): Filter<OperationSearch>[] {
  const { t } = useLingui()
  const { currency } = useAccount()
  const { user } = useSession()
  const types = useLabels(operationTypeLabels)
  const period = usePeriodFilter(filter)
  const amount = useAmountFilter(filter, currency)
  const category = useCategoryFilter(filter)
  const sign = choiceFilter({
    name: 'sign',
    label: t`Sens`,
    icon: ArrowDownUp,
    value: filter.sign,
    options: [
      { value: 'credit', label: t`Entrées` },
      { value: 'debit', label: t`Sorties` },
    ],
  })
  const type = choiceFilter({
    name: 'type',
    label: t`Type`,
    value: filter.type,
    options: operationTypes.map((value) => ({ value, label: types[value] })),
    isRare: true,
  })
  const documents = choiceFilter({
    name: 'documents',
    label: t`Pièces jointes`,
    value: filter.documents,
    options: [
      { value: 'with', label: t`Avec pièce jointe` },
      { value: 'without', label: t`Sans pièce jointe` },
    ],
    isRare: true,
  })
  const account = choiceFilter({
    name: 'account',
    label: t`Comptes`,
    value: filter.account,
    options: [{ value: 'all', label: t`Tous les comptes` }],
    isRare: true,
    help: t`Tous ceux dont vous voyez les opérations. Un montant est cherché dans les comptes de même devise que celui-ci ; les catégories se choisissent compte par compte.`,
  })
  return [
    period,
    sign,
    // Categories belong to one customer.
    ...(filter.account === 'all' ? [] : [category]),
    amount,
    type,
    documents,
    ...(user && user.accounts.count > 1 ? [account] : []),
  ]
}

function useCategoryFilter(filter: OperationSearch): Filter<OperationSearch> {
  const { t } = useLingui()
  const known = useQuery(categoriesQuery()).data?.answer
  const ids = filter.categories?.split(',').filter(Boolean) ?? []
  const labels = ids.map((id) => known?.find((category) => category.id === id)?.label ?? t`Catégorie supprimée`)
  return {
    id: 'categories',
    label: t`Catégorie`,
    icon: Tag,
    text: ids.length === 0 ? null : known ? labels.join(', ') : t`Catégorie`,
    cleared: { categories: undefined },
    field: ({ draft, set }) => {
      const chosen = draft.categories?.split(',').filter(Boolean) ?? []
      const toggle = (id: string) =>
        set({ categories: (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join(',') })
      return (
        <OptionsField
          isMany
          label={t`Catégorie`}
          options={(known ?? []).map(({ id, label, operation_count }) => ({
            value: id,
            label,
            count: operation_count,
            tint: tintOfCategory(label),
          }))}
          chosen={chosen}
          onToggle={toggle}
        />
      )
    },
  }
}
