import { Trans, useLingui } from '@lingui/react/macro'
import { NewMandate } from 'contract/products/debits.ts'
import { debitRefusals } from 'contract/refusals/debits.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { translate } from '../../lib/language.ts'
import { useAccount, useBankDay } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useKeptTexts } from '../../lib/forms/use-kept-texts.ts'
import { FilesField } from '../../shell/files/FilesField.tsx'
import { LostFiles } from '../../shell/files/LostFiles.tsx'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { DateField } from '../../ui/fields/DateField.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useRegisterMandate } from './debit-queries.ts'

/** The ceiling of a stored draft: an amount, or the text that could not be read. */
const ceilingOf = (kept: string | undefined): AmountDraft => (/^\d+$/.test(kept ?? '') ? Number(kept) : kept || null)

/** Registers a mandate between companies with its signed copy: it is valid once another person has confirmed it. */
export function RegisterMandateModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { currency, uuid } = useAccount()
  const register = useRegisterMandate()
  const bankDay = useBankDay()
  const [today] = useState(bankDay)
  const { kept, keep } = useKeptTexts(`mandate:${uuid}`)
  const form = useForm({
    schema: NewMandate,
    initial: {
      creditor_name: '',
      creditor_id: '',
      umr: '',
      recurrence: 'recurrent',
      signed_on: '',
      max_amount: null as AmountDraft,
      copy: null as File | null,
    },
    kept: kept && { ...kept, max_amount: ceilingOf(kept.max_amount), copy: null },
    toInput: ({ copy: _copy, ...typed }) => ({
      ...typed,
      creditor_name: tidyLine(typed.creditor_name),
      umr: typed.umr.trim(),
    }),
    rules: ({ copy }) => ({ copy: copy ? undefined : translate(debitRefusals.mandate_copy_missing) }),
    call: register,
  })
  const { draft, field } = form
  // The browser does not give the file again.
  const copy = draft.copy?.name ?? kept?.copy ?? ''
  keep(form.isDirty ? { ...draft, max_amount: String(draft.max_amount ?? ''), copy } : null)
  const submit = () =>
    form.submit(
      (body) =>
        // The form's validation requires the copy.
        draft.copy &&
        register.mutate(
          { body, files: { copy: draft.copy } },
          {
            onSuccess: () => {
              onClose()
              announce(t`Le mandat a bien été enregistré. Une autre personne doit le confirmer.`)
            },
          },
        ),
    )
  return (
    <FormModal
      title={t`Enregistrer un mandat interentreprises`}
      size="wide"
      verb={t`Enregistrer le mandat`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <InlineAlert tone="info" title={t`Aucun remboursement après le débit`}>
        <Trans>
          Pour un prélèvement interentreprises, le mandat doit être confirmé auprès de la banque avant le premier débit.
          Aucun remboursement n’est possible ensuite.
        </Trans>
      </InlineAlert>
      <TextField label={t`Créancier`} maxLength={70} autoComplete="off" {...field('creditor_name')} />
      <TextField
        label={t`Identifiant créancier`}
        help={t`Il figure sur le mandat, par exemple DE98ZZZ09999999999.`}
        maxLength={45}
        autoComplete="off"
        {...field('creditor_id')}
      />
      <TextField label={t`Référence unique du mandat (RUM)`} maxLength={35} autoComplete="off" {...field('umr')} />
      <SelectField
        label={t`Fréquence`}
        options={[
          { value: 'recurrent', label: t`Récurrent` },
          { value: 'one_off', label: t`Ponctuel` },
        ]}
        {...field('recurrence')}
      />
      <DateField label={t`Signé le`} max={today} {...field('signed_on')} />
      <MoneyField
        label={t`Montant maximum d’un prélèvement`}
        help={t`Un prélèvement plus élevé sera rejeté. Laissez vide pour ne fixer aucun plafond.`}
        isOptional
        currency={currency}
        {...field('max_amount')}
      />
      <LostFiles names={draft.copy ? '' : copy} />
      <FilesField
        label={t`Copie signée du mandat`}
        help={t`Un PDF de 5 Mo au plus.`}
        error={form.problemAt('copy')}
        files={draft.copy ? [draft.copy] : []}
        max={1}
        kinds="pdf"
        onChange={([file]) => form.set('copy', file ?? null)}
      />
    </FormModal>
  )
}
