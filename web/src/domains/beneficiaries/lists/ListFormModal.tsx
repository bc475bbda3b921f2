import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  type BeneficiaryList,
  LIST_COMMENT_MAX_LENGTH,
  LIST_NAME_MAX_LENGTH,
  LIST_TYPE_MAX_LENGTH,
  NewBeneficiaryList,
} from 'contract/transfers/beneficiary-lists.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useId, useState } from 'react'
import { announce } from '../../../lib/banners.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { FormFrame } from '../../../shell/forms/FormFrame.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx'
import { listTypesQuery, useChangeList, useCreateList } from '../beneficiary-queries.ts'

const NEW = 'new'
const NONE = ''

type Props = { list: BeneficiaryList | null; onClose: () => void; onSaved: (list: BeneficiaryList) => void }

/** A list: its name, its type, one that exists or a new one, and what it is for. */
export function ListFormModal({ list, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const formId = useId()
  const types = useQuery(listTypesQuery()).data?.answer ?? (list?.type ? [list.type] : [])
  const create = useCreateList()
  const change = useChangeList()
  const refusal = create.error ?? change.error
  const isSending = create.isPending || change.isPending
  const [rejections, setRejections] = useState(0)
  const form = useForm({
    schema: NewBeneficiaryList,
    initial: { name: list?.name ?? '', type: list?.type?.id ?? NONE, new_type: '', comment: list?.comment ?? '' },
    toInput: ({ name, type, new_type, comment }) => ({
      name: tidyLine(name),
      type: type === NONE ? null : type === NEW ? { label: tidyLine(new_type) } : { id: type },
      comment: tidyLine(comment) || null,
    }),
    rules: ({ type, new_type }) => (type === NEW && tidyLine(new_type) === '' ? { new_type: t`Indiquez un nom pour ce type.` } : {}),
    refusal,
  })
  const FIELDS = ['name', 'type', 'new_type', 'comment'] as const
  const submit = () => {
    const body = form.check(FIELDS) ? form.read() : null
    if (!body || isSending) return setRejections(rejections + 1)
    if (list)
      return change.mutate(
        { params: { id: list.id }, body },
        {
          onSuccess: ({ answer }) => {
            onSaved(answer)
            announce(t`La liste de bénéficiaires a bien été modifiée.`)
          },
        },
      )
    create.mutate(
      { body },
      {
        onSuccess: ({ answer }) => {
          onSaved(answer)
          announce(t`La liste de bénéficiaires a bien été créée.`)
        },
        onError: (error) => error instanceof CallError && error.status !== 0 && error.status < 500 && create.renewKey(),
      },
    )
  }
  return (
    <Modal
      title={list ? t`Modifier la liste` : t`Nouvelle liste`}
      onClose={isSending ? undefined : onClose}
      foot={
        <>
          <Button disabled={isSending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSending}>
            {list ? <Trans>Enregistrer</Trans> : <Trans>Créer la liste</Trans>}
          </Button>
        </>
      }
    >
      <FormFrame
        id={formId}
        onSubmit={submit}
        rejections={rejections}
        hasProblems={FIELDS.some((field) => form.problemAt(field))}
        refusal={refusal}
        actions={null}
      >
        <TextField {...form.field('name')} label={t`Nom de la liste`} autoComplete="off" maxLength={LIST_NAME_MAX_LENGTH} />
        <SelectField
          name="type"
          label={t`Type de liste`}
          isOptional
          value={form.draft.type}
          error={form.draft.type === NEW ? null : form.problemAt('type')}
          options={[
            { value: NONE, label: t`Sans type` },
            ...types.map(({ id, label }) => ({ value: id, label })),
            { value: NEW, label: t`Créer un nouveau type` },
          ]}
          onChange={(type) => form.set('type', type)}
        />
        {form.draft.type === NEW && (
          <TextField
            {...form.field('new_type')}
            label={t`Nom du nouveau type`}
            placeholder={t`Exemple : Transporteur`}
            autoComplete="off"
            maxLength={LIST_TYPE_MAX_LENGTH}
          />
        )}
        <TextArea {...form.field('comment')} label={t`Commentaire`} isOptional rows={2} maxLength={LIST_COMMENT_MAX_LENGTH} />
      </FormFrame>
    </Modal>
  )
}
