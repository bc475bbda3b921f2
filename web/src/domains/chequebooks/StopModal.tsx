import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Chequebook, NewStop, stopReasons } from 'contract/products/chequebooks.ts'
import { announce } from '../../lib/banners.ts'
import { isRefusal } from '../../lib/api/call-error.ts'
import { useFormats } from '../../lib/formats.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { chequebookQuery, useStopCheques } from './chequebook-queries.ts'
import { printedNumber, useStopReasons } from './chequebook-labels.tsx'
import styles from './ChequebookScreens.module.css'

const numberOf = (typed: string) => (/^\d{1,7}$/.test(typed) ? Number(typed) : null)

/** Stops one cheque or a range, for one of the four legal reasons. */
export function StopModal({ book, onClose }: { book: Chequebook; onClose: () => void }) {
  const { t } = useLingui()
  const reasons = useStopReasons()
  const { moneyText } = useFormats()
  const stop = useStopCheques()
  const price = useQuery(chequebookQuery(book.id)).data?.answer.stop_price
  const form = useForm({
    schema: NewStop,
    initial: { first_number: '', last_number: '', reason: '' },
    toInput: ({ first_number, last_number, reason }) => ({
      first_number: numberOf(first_number),
      // An empty last number repeats no error of the first one.
      last_number: last_number === '' ? (numberOf(first_number) ?? 1) : numberOf(last_number),
      reason,
    }),
    call: stop,
  })
  const submit = () =>
    form.submit((body) =>
      stop.mutate(
        { params: { id: book.id }, body },
        {
          onSuccess: () => {
            announce(t`L’opposition est enregistrée.`)
            onClose()
          },
          onError: (error) => isRefusal(error) && stop.renewKey(),
        },
      ),
    )
  const [first, last] = [printedNumber(book.first_number ?? 0), printedNumber(book.last_number ?? 0)]
  const cost = price === undefined ? null : moneyText(price, book.currency)
  return (
    <FormModal
      title={t`Faire opposition`}
      verb={t`Faire opposition`}
      variant="danger"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {cost
          ? t`La loi n’admet l’opposition que pour quatre motifs. Frais et TAF : ${cost}.`
          : t`La loi n’admet l’opposition que pour quatre motifs.`}
      </p>
      <TextField
        {...form.field('first_number')}
        label={t`Premier numéro`}
        help={t`Ce chéquier va de ${first} à ${last}.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        isNumeric
      />
      <TextField
        {...form.field('last_number')}
        label={t`Dernier numéro`}
        help={t`Vide : un seul chèque.`}
        isOptional
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        isNumeric
      />
      <fieldset className={styles.group}>
        <legend className="h3">
          <Trans>Motif de l’opposition</Trans>
        </legend>
        {stopReasons.map((reason) => (
          <ChoiceRow
            key={reason}
            name="reason"
            value={reason}
            isChosen={form.draft.reason === reason}
            onChoose={() => form.set('reason', reason)}
            title={reasons[reason]}
          />
        ))}
        {form.problemAt('reason') && (
          <p className={styles.problem} role="alert">
            {form.problemAt('reason')}
          </p>
        )}
      </fieldset>
    </FormModal>
  )
}
