import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ACCOUNTING_MAX_LENGTH, type Category, NOTE_MAX_LENGTH, type Operation } from 'contract/accounts/operations.ts'
import { tidyLine } from 'contract/values/text.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useAutosave } from '../../lib/forms/use-autosave.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'
import filters from './OperationFilters.module.css'
import { categoriesQuery, saveNote, useChangeOperation } from './operation-queries.ts'
import styles from './OperationPanel.module.css'

const CategoriesModal = lazyPart(async () => (await import('./categories/CategoriesModal.tsx')).CategoriesModal)

/** The customer's data of an operation: categories, saved at once, accounting code, and a personal note. */
export function OperationNotes({ operation }: { operation: Operation }) {
  const { t } = useLingui()
  const { id, categories } = operation
  // Individuals have no accounting code.
  const isCompany = useAccount().is_company
  const known = useQuery(categoriesQuery()).data?.answer ?? []
  const change = useChangeOperation()
  const [code, setCode] = useState(operation.accounting ?? '')
  const [isArranging, setArranging] = useState(false)
  const free = known.filter((one) => !categories.some((set) => set.id === one.id))
  const setCategories = (next: readonly Pick<Category, 'id'>[]) =>
    change.mutate({ params: { id }, body: { category_ids: next.map((category) => category.id) } })
  const saveCode = () =>
    change.mutate(
      { params: { id }, body: { accounting: tidyLine(code) || null } },
      { onSuccess: () => announce(t`L’imputation comptable a bien été enregistrée.`) },
    )
  return (
    <>
      {change.error && <InlineAlert tone="danger" title={change.error.message} />}
      <section className={styles.notes}>
        <h3 className={styles.section}>
          <Trans>Catégories</Trans>
        </h3>
        {categories.length > 0 && (
          <ul className={filters.chips}>
            {categories.map(({ id: set, label }) => (
              <li key={set}>
                <button
                  type="button"
                  className={filters.chip}
                  disabled={change.isPending}
                  aria-label={t`Retirer la catégorie ${label}`}
                  onClick={() => setCategories(categories.filter((one) => one.id !== set))}
                >
                  {label} <Icon shape={X} size="sm" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {free.length > 0 && (
          <SelectField
            name="category"
            label={t`Ajouter une catégorie`}
            value=""
            error={null}
            options={[{ value: '', label: t`Choisir` }, ...free.map((one) => ({ value: one.id, label: one.label }))]}
            onChange={(chosen) => chosen !== '' && !change.isPending && setCategories([...categories, { id: chosen }])}
          />
        )}
        <button type="button" className="link" onClick={() => setArranging(true)}>
          <Trans>Gérer les catégories</Trans>
        </button>
      </section>
      {(isCompany || operation.accounting !== null) && (
        <form
          className={styles.notes}
          onSubmit={(event) => {
            event.preventDefault()
            saveCode()
          }}
        >
          <TextField
            name="accounting"
            label={t`Imputation comptable`}
            help={t`Le compte de votre plan comptable, par exemple 605200.`}
            value={code}
            error={null}
            maxLength={ACCOUNTING_MAX_LENGTH}
            autoComplete="off"
            onChange={setCode}
          />
          {tidyLine(code) !== (operation.accounting ?? '') && (
            <Button type="submit" isBusy={change.isPending}>
              <Trans>Enregistrer l’imputation</Trans>
            </Button>
          )}
        </form>
      )}
      <PersonalNote operation={operation} />
      {isArranging && <CategoriesModal onClose={() => setArranging(false)} />}
    </>
  )
}

/** Saves itself while typing. */
function PersonalNote({ operation: { id, comment } }: { operation: Operation }) {
  const { t } = useLingui()
  const { uuid } = useAccount()
  const { typed, status, problem, type, flush } = useAutosave({
    draftName: `note:${id}`,
    saved: comment ?? '',
    tidy: tidyLine,
    save: (text) => saveNote(uuid, id, text || null),
  })
  return (
    <section className={styles.notes}>
      <TextArea
        name="comment"
        label={t`Note personnelle`}
        value={typed}
        error={problem}
        maxLength={NOTE_MAX_LENGTH}
        onChange={type}
        onBlur={() => void flush()}
      />
      <p role="status" className="muted small">
        {status === 'saved' && <Trans>Enregistré</Trans>}
      </p>
    </section>
  )
}
