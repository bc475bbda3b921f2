import { Trans, useLingui } from '@lingui/react/macro'
import { RecurringEdit, type RecurringTopup } from 'contract/products/card-topups.ts'
import { useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useChangeRecurring } from './card-queries.ts'
import { type SeriesDraft, SeriesFields, useSeriesProblems } from './SeriesFields.tsx'

const FIELDS = ['amount', 'start_date', 'end_date'] as const

/** Another amount, rhythm or end for what tops a card up by itself. */
export function EditRecurringModal({ recurring, onClose }: { recurring: RecurringTopup; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const change = useChangeRecurring()
  const seriesProblems = useSeriesProblems()
  const [rejections, setRejections] = useState(0)
  const { id, version, amount, recurrence, start_date, end_date, currency } = recurring
  const initial: SeriesDraft & { amount: AmountDraft } = { amount, recurrence, start_date, end_date: end_date ?? '' }
  const form = useForm({
    schema: RecurringEdit,
    initial,
    toInput: (draft) => ({ ...draft, version, end_date: draft.end_date || null }),
    rules: seriesProblems,
    refusal: change.error,
  })
  const submit = () => {
    const body = form.check(FIELDS) ? form.read() : null
    if (!body || change.isPending) return setRejections(rejections + 1)
    change.mutate(
      { params: { id }, body },
      {
        onSuccess: () => {
          announce(t`La recharge récurrente a bien été modifiée.`)
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      title={t`Modifier la recharge récurrente`}
      onClose={change.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={change.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={change.isPending}>
            <Trans>Enregistrer</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id={formId}
        onSubmit={submit}
        rejections={rejections}
        hasProblems={FIELDS.some((field) => form.problemAt(field))}
        refusal={change.error}
        actions={null}
      >
        <MoneyField {...form.field('amount')} currency={currency} label={t`Montant de la recharge`} />
        <SeriesFields
          draft={form.draft}
          problems={{
            start_date: form.problemAt('start_date') ?? form.problemAt('execution_date'),
            end_date: form.problemAt('end_date'),
          }}
          onChange={(field, value) => form.set(field, value, field === 'start_date' ? 'execution_date' : field)}
        />
      </FormFrame>
    </Modal>
  )
}
