import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { NewView, type OperationView, VIEW_NAME_MAX_LENGTH, ViewName } from 'contract/accounts/operation-views.ts'
import { tidyLine } from 'contract/values/text.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { RemovalModal } from '../../shell/forms/RemovalModal.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { type OperationSearch, useCreateView, useRemoveView, useRenameView, viewsQuery } from './operation-queries.ts'
import styles from './categories/RulesModal.module.css'
import { fromView, toView } from './view-filter.ts'

type Props = { filter: OperationSearch; onPick: (filter: OperationSearch) => void; onClose: () => void }

/** The saved views: apply one, save the current filters, rename, delete. */
export function ViewsModal({ filter, onPick, onClose }: Props) {
  const { t } = useLingui()
  const [now] = useState(() => new Date())
  const views = useQuery(viewsQuery())
  const [renaming, setRenaming] = useState<OperationView | null>(null)
  const [leaving, setLeaving] = useState<OperationView | null>(null)
  if (renaming) return <RenameView view={renaming} onClose={() => setRenaming(null)} />
  if (leaving) return <RemoveView view={leaving} onClose={() => setLeaving(null)} />
  const isNarrowed = Object.keys(toView(filter, now)).length > 0
  return (
    <Modal title={t`Vues enregistrées`} onClose={onClose}>
      {views.isError && <InlineAlert tone="danger" title={errorLabels(views.error)} />}
      <ul className={styles.list}>
        {views.data?.answer.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className={`${styles.labels} ${styles.pick} link`}
              onClick={() => {
                onPick(fromView(view.filter, now))
                onClose()
              }}
            >
              {view.name}
            </button>
            <IconButton
              size="sm"
              icon={Pencil}
              label={t`Renommer la vue ${view.name}`}
              onClick={() => setRenaming(view)}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={t`Supprimer la vue ${view.name}`}
              onClick={() => setLeaving(view)}
            />
          </li>
        ))}
      </ul>
      {isNarrowed ? (
        <KeepView filter={filter} now={now} />
      ) : (
        <p className="muted">
          <Trans>Filtrez la liste, puis revenez ici pour garder ces filtres sous un nom.</Trans>
        </p>
      )}
    </Modal>
  )
}

function KeepView({ filter, now }: { filter: OperationSearch; now: Date }) {
  const { t } = useLingui()
  const create = useCreateView()
  const form = useForm({
    schema: NewView,
    initial: { name: '' },
    toInput: ({ name }) => ({ name: tidyLine(name), filter: toView(filter, now) }),
    call: create,
  })
  const submit = () =>
    form.submit((body) => {
      const onSuccess = () => {
        form.reset()
        announce(t`La vue a bien été enregistrée.`)
      }
      create.mutate({ body }, { onSuccess })
    })
  return (
    <FormFrame
      form={form}
      onSubmit={submit}
      actions={
        <Button type="submit" isBusy={create.isPending}>
          <Trans>Enregistrer la vue</Trans>
        </Button>
      }
    >
      <TextField
        label={t`Garder les filtres actuels sous le nom`}
        maxLength={VIEW_NAME_MAX_LENGTH}
        {...form.field('name')}
      />
    </FormFrame>
  )
}

function RenameView({ view, onClose }: { view: OperationView; onClose: () => void }) {
  const { t } = useLingui()
  const rename = useRenameView()
  const form = useForm({
    schema: ViewName,
    initial: { name: view.name },
    toInput: ({ name }) => ({ name: tidyLine(name) }),
    call: rename,
  })
  const submit = () => form.submit((body) => rename.mutate({ params: { id: view.id }, body }, { onSuccess: onClose }))
  return (
    <FormModal title={t`Renommer la vue`} verb={t`Renommer`} form={form} onSubmit={submit} onClose={onClose}>
      <TextField label={t`Nom de la vue`} maxLength={VIEW_NAME_MAX_LENGTH} {...form.field('name')} />
    </FormModal>
  )
}

function RemoveView({ view, onClose }: { view: OperationView; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveView()
  const done = () => {
    onClose()
    announce(t`La vue a bien été supprimée.`)
  }
  return (
    <RemovalModal
      title={t`Supprimer la vue « ${view.name} » ?`}
      verb={t`Supprimer`}
      removal={remove}
      onRemove={() => remove.mutate({ params: { id: view.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        <Trans>Vos opérations restent comme elles sont.</Trans>
      </p>
    </RemovalModal>
  )
}
