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
import { announce } from '../../../lib/banners.ts'
import { isRefusal } from '../../../lib/api/call-error.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useKeptTexts } from '../../../lib/forms/use-kept-texts.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { FormModal } from '../../../shell/forms/FormModal.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx'
import { listTypesQuery, useChangeList, useCreateList } from '../beneficiary-queries.ts'

const NEW = 'new'
const NONE = ''

type Props = { list: BeneficiaryList | null; onClose: () => void; onSaved: (list: BeneficiaryList) => void }

/** The form of a list: its name, its existing or new type, and a comment. */
export function ListFormModal({ list, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const types = useQuery(listTypesQuery()).data?.answer ?? (list?.type ? [list.type] : [])
  const create = useCreateList()
  const change = useChangeList()
  const { kept, keep } = useKeptTexts(`list:${useAccount().uuid}:${list?.id ?? 'new'}`)
  const form = useForm({
    schema: NewBeneficiaryList,
    initial: { name: list?.name ?? '', type: list?.type?.id ?? NONE, new_type: '', comment: list?.comment ?? '' },
    kept,
    toInput: ({ name, type, new_type, comment }) => ({
      name: tidyLine(name),
      type: type === NONE ? null : type === NEW ? { label: tidyLine(new_type) } : { id: type },
      comment: tidyLine(comment) || null,
    }),
    rules: ({ type, new_type }) =>
      type === NEW && tidyLine(new_type) === '' ? { new_type: t`Indiquez un nom pour ce type.` } : {},
    call: list ? change : create,
  })
  keep(form.isDirty ? form.draft : null)
  const submit = () =>
    form.submit((body) => {
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
          onError: (error) => isRefusal(error) && create.renewKey(),
        },
      )
    })
  return (
    <FormModal
      title={list ? t`Modifier la liste` : t`Nouvelle liste`}
      verb={list ? <Trans>Enregistrer</Trans> : <Trans>Créer la liste</Trans>}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t`Nom de la liste`}
        autoComplete="off"
        maxLength={LIST_NAME_MAX_LENGTH}
      />
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
      <TextArea
        {...form.field('comment')}
        label={t`Commentaire`}
        isOptional
        rows={2}
        maxLength={LIST_COMMENT_MAX_LENGTH}
      />
    </FormModal>
  )
}
