import { useLingui } from '@lingui/react/macro'
import { CARD_NAME_MAX_LENGTH, NewCard } from 'contract/products/prepaid-cards.ts'
import { groupCardNumber } from 'contract/values/card-number.ts'
import { tidyLine } from 'contract/values/text.ts'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useRegisterCard } from './card-queries.ts'
import { readExpiry, typeExpiry } from './expiry-typing.ts'

/** Registers a card: its number is typed in groups of four, sent once and stored nowhere. */
export function RegisterCardModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const register = useRegisterCard()
  const form = useForm({
    schema: NewCard,
    initial: { number: '', expiry: '', holder: '', label: '' },
    toInput: ({ number, expiry, holder, label }) => ({
      number,
      expiry: readExpiry(expiry),
      holder: tidyLine(holder),
      label: tidyLine(label) || null,
    }),
    call: register,
  })
  const submit = () =>
    form.submit((body) =>
      register.mutate(
        { body },
        {
          onSuccess: () => {
            announce(t`La carte a bien été enregistrée.`)
            onClose()
          },
        },
      ),
    )
  return (
    <FormModal
      title={t`Enregistrer une carte`}
      verb={t`Enregistrer la carte`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.field('number')}
        onChange={(typed) => form.set('number', groupCardNumber(typed))}
        label={t`Numéro de carte`}
        help={t`Quatre groupes de quatre chiffres séparés par des espaces`}
        inputMode="numeric"
        autoComplete="off"
        isNumeric
      />
      <TextField
        {...form.field('expiry')}
        onChange={(typed) => form.set('expiry', typeExpiry(typed))}
        label={t`Date d’expiration`}
        help={t`MM/AA, comme sur la carte`}
        inputMode="numeric"
        autoComplete="off"
        isNumeric
      />
      <TextField {...form.field('holder')} label={t`Porteur`} autoComplete="off" maxLength={CARD_NAME_MAX_LENGTH} />
      <TextField
        {...form.field('label')}
        label={t`Nom que vous lui donnez`}
        isOptional
        autoComplete="off"
        maxLength={CARD_NAME_MAX_LENGTH}
      />
    </FormModal>
  )
}
