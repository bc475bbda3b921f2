import { useLingui } from '@lingui/react/macro'
import { MerchantAlias } from 'contract/accounts/payment-aliases.ts'
import { isRefusal } from '../../../lib/api/call-error.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { FormModal } from '../../../shell/forms/FormModal.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useCreateAlias } from './alias-queries.ts'

/** Asks the platform for a merchant code that the customer chooses. */
export function MerchantModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const create = useCreateAlias()
  const form = useForm({
    schema: MerchantAlias,
    initial: { value: '' },
    toInput: ({ value }) => ({ kind: 'merchant', value: value.replaceAll(/\s/g, '') }),
    call: create,
  })
  const submit = () =>
    form.submit((input) =>
      create.mutate({ body: input }, { onSuccess: onClose, onError: (error) => isRefusal(error) && create.renewKey() }),
    )
  return (
    <FormModal title={t`Demander un code marchand`} verb={t`Demander`} form={form} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t`Code`}
        help={t`De 2 à 10 chiffres, à donner à vos clients ou à afficher.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
        isNumeric
        {...form.field('value')}
      />
    </FormModal>
  )
}
