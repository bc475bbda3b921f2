import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CATEGORY_MAX_LENGTH, type Category, NewCategory } from 'contract/accounts/operations.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../../lib/banners.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { FormFrame } from '../../../shell/forms/FormFrame.tsx'
import { RemovalModal } from '../../../shell/forms/RemovalModal.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from './CategoriesModal.module.css'
import { RulesModal } from './RulesModal.tsx'
import { categoriesQuery, useCreateCategory, useRemoveCategory } from '../operation-queries.ts'

/** The categories of the customer: create and delete. */
export function CategoriesModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const categories = useQuery(categoriesQuery()).data?.answer ?? []
  const [leaving, setLeaving] = useState<Category | null>(null)
  const [hasRules, setRules] = useState(false)
  if (hasRules) return <RulesModal onClose={() => setRules(false)} />
  if (leaving)
    return (
      <RemoveCategory
        category={leaving}
        others={categories.filter(({ id }) => id !== leaving.id)}
        onClose={() => setLeaving(null)}
      />
    )
  return (
    <Modal title={t`Catégories`} onClose={onClose}>
      <AddCategory />
      <button type="button" className="link" onClick={() => setRules(true)}>
        <Trans>Règles de classement</Trans>
      </button>
      <ul className={styles.list}>
        {categories.map((category) => (
          <li key={category.id}>
            <span>
              {category.label}{' '}
              <span className="muted small num">
                <Plural value={category.operation_count} one="# opération" other="# opérations" />
              </span>
            </span>
            <IconButton
              size="sm"
              icon={Trash2}
              label={t`Supprimer la catégorie ${category.label}`}
              onClick={() => setLeaving(category)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function AddCategory() {
  const { t } = useLingui()
  const create = useCreateCategory()
  const form = useForm({
    schema: NewCategory,
    initial: { label: '' },
    toInput: (typed) => typed,
    call: create,
  })
  const submit = () =>
    form.submit((body) =>
      create.mutate(
        { body },
        {
          onSuccess: () => {
            form.reset()
            announce(t`La catégorie a bien été créée.`)
          },
        },
      ),
    )
  return (
    <FormFrame
      form={form}
      onSubmit={submit}
      actions={
        <Button type="submit" isBusy={create.isPending}>
          <Trans>Ajouter</Trans>
        </Button>
      }
    >
      <TextField label={t`Nouvelle catégorie`} maxLength={CATEGORY_MAX_LENGTH} {...form.field('label')} />
    </FormFrame>
  )
}

function RemoveCategory({
  category,
  others,
  onClose,
}: {
  category: Category
  others: readonly Category[]
  onClose: () => void
}) {
  const { t } = useLingui()
  const remove = useRemoveCategory()
  const [replacement, setReplacement] = useState('')
  const done = () => {
    onClose()
    announce(t`La catégorie a bien été supprimée.`)
  }
  return (
    <RemovalModal
      title={t`Supprimer la catégorie « ${category.label} » ?`}
      verb={t`Supprimer`}
      removal={remove}
      onRemove={() =>
        remove.mutate(
          { params: { id: category.id }, query: { replacement: replacement || undefined } },
          { onSuccess: done },
        )
      }
      onClose={onClose}
    >
      <SelectField
        name="replacement"
        label={t`Ses opérations, sur tous vos comptes, passent dans`}
        value={replacement}
        error={null}
        options={[{ value: '', label: t`Sans catégorie` }, ...others.map(({ id, label }) => ({ value: id, label }))]}
        onChange={setReplacement}
      />
    </RemovalModal>
  )
}
