import { useLingui } from '@lingui/react/macro'
import { languages } from 'contract/language.ts'
import { BankDetailsEmail, RIB_EMAIL_MESSAGE_LENGTH, sendBankDetails } from 'contract/accounts/rib.ts'
import { tidyLine } from 'contract/values/text.ts'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { language } from '../../lib/language.ts'
import { useCall } from '../../lib/api/query.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'

type Draft = { to: string; lang: (typeof languages)[number]; message: string }

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== '')

/** Sends the bank details with the PDF to at most five people. */
export function RibEmailModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const send = useCall(sendBankDetails)
  const [initial] = useState<Draft>({ to: '', lang: language(), message: '' })
  const form = useForm({
    schema: BankDetailsEmail,
    initial,
    toInput: ({ to, lang, message }) => ({ to: addressesIn(to), lang, message: tidyLine(message) || null }),
    call: send,
  })
  const submit = () =>
    form.submit((input) =>
      send.mutate(
        { body: input },
        {
          onSuccess: () => {
            announce(t`Les coordonnées bancaires ont été envoyées.`)
            onClose()
          },
        },
      ),
    )
  const names = { fr: t`Français`, en: t`Anglais` }
  return (
    <FormModal
      title={t`Envoyer le RIB par e-mail`}
      verb={t`Envoyer`}
      icon={Send}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Destinataires`}
        help={t`Cinq adresses au plus, séparées par une virgule.`}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('to')}
      />
      <TextArea
        label={t`Message`}
        isOptional
        rows={3}
        maxLength={RIB_EMAIL_MESSAGE_LENGTH}
        {...form.field('message')}
      />
      <SelectField
        label={t`Langue du document`}
        options={languages.map((lang) => ({ value: lang, label: names[lang] }))}
        name="lang"
        value={form.draft.lang}
        onChange={(lang) => form.set('lang', lang)}
      />
    </FormModal>
  )
}
