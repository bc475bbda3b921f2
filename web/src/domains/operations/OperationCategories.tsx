import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Operation } from 'contract/accounts/operations.ts'
import { renamableKinds } from 'contract/values/identity.ts'
import { Ellipsis, Layers, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { CategoryChip } from './categories/CategoryChip.tsx'
import chipStyles from './categories/CategoryChip.module.css'
import { useTakeBack } from './categories/use-take-back.ts'
import { useSubject } from './operation-labels.ts'
import { categoriesQuery, useChangeOperation, useNameCounterparty } from './operation-queries.ts'
import styles from './OperationPanel.module.css'

const CategoriesModal = lazyPart(async () => (await import('./categories/CategoriesModal.tsx')).CategoriesModal)
const CounterpartyModal = lazyPart(async () => (await import('./CounterpartyModal.tsx')).CounterpartyModal)

const SUGGESTED = 3

/** The category of an operation in one touch, and for everything that stands with the same counterparty. */
export function OperationCategories({ operation }: { operation: Operation }) {
  const { t } = useLingui()
  const { id, categories, identity } = operation
  const known = useQuery(categoriesQuery()).data?.answer ?? []
  const change = useChangeOperation(id)
  const all = useNameCounterparty()
  const takeBack = useTakeBack()
  const subject = useSubject()(operation)
  const [isOpen, setOpen] = useState(false)
  const [isArranging, setArranging] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const free = known.filter((one) => !categories.some((set) => set.id === one.id))
  const suggested =
    categories.length > 0 ? [] : free.toSorted((a, b) => b.operation_count - a.operation_count).slice(0, SUGGESTED)
  // What the last change on its way will leave.
  const current = (change.isPending && change.variables.body.category_ids) || categories.map((one) => one.id)
  const setCategories = (category_ids: string[]) => change.mutate({ params: { id }, body: { category_ids } })
  const [first] = categories
  const hasName = renamableKinds.includes(identity.kind)
  const label = first?.label ?? ''
  return (
    <section className={styles.categories}>
      <h3 className="sr">
        <Trans>Catégories</Trans>
      </h3>
      {(change.error ?? all.error) && <InlineAlert tone="danger" title={(change.error ?? all.error)?.message ?? ''} />}
      <ul className={styles.chips}>
        {categories.map((category) => (
          <li key={category.id}>
            <CategoryChip
              label={category.label}
              name={t`Retirer la catégorie ${category.label}`}
              isPressed
              isDisabled={change.isPending}
              onPress={() => setCategories(current.filter((one) => one !== category.id))}
            />
          </li>
        ))}
        {suggested.map((category) => (
          <li key={category.id}>
            <CategoryChip
              label={category.label}
              name={t`Classer en ${category.label}`}
              isPressed={false}
              isDisabled={change.isPending}
              onPress={() => setCategories([...current, category.id])}
            />
          </li>
        ))}
        <li>
          <button type="button" className={chipStyles.chip} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon shape={categories.length > 0 ? Plus : Ellipsis} size="sm" />
            <Trans>Autre</Trans>
          </button>
        </li>
      </ul>
      {isOpen && (
        <>
          {free.length > 0 && (
            <SelectField
              name="category"
              label={t`Ajouter une catégorie`}
              value=""
              error={null}
              options={[{ value: '', label: t`Choisir` }, ...free.map((one) => ({ value: one.id, label: one.label }))]}
              onChange={(chosen) => chosen !== '' && !current.includes(chosen) && setCategories([...current, chosen])}
            />
          )}
          <button type="button" className="link" onClick={() => setArranging(true)}>
            <Trans>Gérer les catégories</Trans>
          </button>
        </>
      )}
      {hasName && (
        <p className={styles.counterparty}>
          {first && (
            <button
              type="button"
              className="link"
              aria-busy={all.isPending || undefined}
              onClick={() =>
                all.mutate(
                  { params: { id }, body: { category_id: first.id } },
                  { onSuccess: ({ answer }) => answer.change && takeBack(answer.change) },
                )
              }
            >
              <Icon shape={Layers} size="sm" />
              <Trans>
                Toujours classer {subject} en {label}
              </Trans>
            </button>
          )}
          <button type="button" className="link" onClick={() => setNaming(true)}>
            <Icon shape={Pencil} size="sm" />
            <Trans>Renommer</Trans>
          </button>
        </p>
      )}
      {isArranging && <CategoriesModal onClose={() => setArranging(false)} />}
      {isNaming && <CounterpartyModal operation={operation} onClose={() => setNaming(false)} />}
    </section>
  )
}
