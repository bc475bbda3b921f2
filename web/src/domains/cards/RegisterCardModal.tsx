import { Trans, useLingui } from '@lingui/react/macro'
import { CARD_NAME_MAX_LENGTH, NewCard } from 'contract/products/prepaid-cards.ts'
import { groupCardNumber } from 'contract/values/card-number.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useRegisterCard } from './card-queries.ts'
import { readExpiry, typeExpiry } from './expiry-typing.ts'

const FIELDS = ['number', 'expiry', 'holder', 'label'] as const

/** Attaches a card: its number is typed in groups of four, sent once, and kept by nobody. */
export function RegisterCardModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const register = useRegisterCard()
  const [rejections, setRejections] = useState(0)
  const form = useForm({
    schema: NewCard,
    initial: { number: '', expiry: '', holder: '', label: '' },
    toInput: ({ number, expiry, holder, label }) => ({
      number,
      expiry: readExpiry(expiry),
      holder: tidyLine(holder),
      label: tidyLine(label) || null,
    }),
    refusal: register.error,
  })
  const submit = () => {
    const body = form.check(FIELDS) ? form.read() : null
    if (!body || register.isPending) return setRejections(rejections + 1)
    register.mutate(
      { body },
      {
        onSuccess: () => {
          announce(t`La carte a bien été enregistrée.`)
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      title={t`Enregistrer une carte`}
      onClose={register.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={register.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={register.isPending}>
            <Trans>Enregistrer la carte</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id={formId}
        onSubmit={submit}
        rejections={rejections}
        hasProblems={FIELDS.some((field) => form.problemAt(field))}
        refusal={register.error}
        actions={null}
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
      </FormFrame>
    </Modal>
  )
}
