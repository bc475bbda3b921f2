import { useLingui } from '@lingui/react/macro'
import { RecurringEdit, type RecurringTopup } from 'contract/products/card-topups.ts'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { useChangeRecurring } from './card-queries.ts'
import { type SeriesDraft, SeriesFields, useSeriesProblems } from './SeriesFields.tsx'

/** Edits the amount, the period or the end of a recurring top-up. */
export function EditRecurringModal({ recurring, onClose }: { recurring: RecurringTopup; onClose: () => void }) {
  const { t } = useLingui()
  const change = useChangeRecurring()
  const seriesProblems = useSeriesProblems()
  const { id, version, amount, recurrence, start_date, end_date, currency } = recurring
  const initial: SeriesDraft & { amount: AmountDraft } = { amount, recurrence, start_date, end_date: end_date ?? '' }
  const form = useForm({
    schema: RecurringEdit,
    initial,
    toInput: (draft) => ({ ...draft, version, end_date: draft.end_date || null }),
    rules: seriesProblems,
    call: change,
  })
  const submit = () =>
    form.submit((body) =>
      change.mutate(
        { params: { id }, body },
        {
          onSuccess: () => {
            announce(t`La recharge récurrente a bien été modifiée.`)
            onClose()
          },
        },
      ),
    )
  return (
    <FormModal
      title={t`Modifier la recharge récurrente`}
      verb={t`Enregistrer`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyField {...form.field('amount')} currency={currency} label={t`Montant de la recharge`} />
      <SeriesFields
        draft={form.draft}
        problems={{
          start_date: form.problemAt('start_date'),
          end_date: form.problemAt('end_date'),
        }}
        onChange={form.set}
      />
    </FormModal>
  )
}
