import { Trans, useLingui } from '@lingui/react/macro'
import { languages } from 'contract/language.ts'
import { RIB_EMAIL_MESSAGE_LENGTH, sendBankDetails } from 'contract/accounts/rib.ts'
import { tidyLine } from 'contract/values/text.ts'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { language } from '../../lib/language.ts'
import { useCall } from '../../lib/api/query.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'

type Draft = { to: string; lang: (typeof languages)[number]; message: string }

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== '')

/** Sends the bank details, the PDF attached, to five people at most. */
export function RibEmailModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const send = useCall(sendBankDetails)
  const [rejections, setRejections] = useState(0)
  const [initial] = useState<Draft>({ to: '', lang: language(), message: '' })
  const form = useForm({
    schema: sendBankDetails.body,
    initial,
    toInput: ({ to, lang, message }) => ({ to: addressesIn(to), lang, message: tidyLine(message) || null }),
    refusal: send.error,
  })
  const submit = () => {
    const input = form.check(['to', 'message']) ? form.read() : null
    if (!input) return setRejections(rejections + 1)
    send.mutate(
      { body: input },
      {
        onSuccess: () => {
          announce(t`Les coordonnées bancaires ont été envoyées.`)
          onClose()
        },
      },
    )
  }
  const names = { fr: t`Français`, en: t`Anglais` }
  return (
    <Modal
      title={t`Envoyer le RIB par e-mail`}
      onClose={send.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={send.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form="rib-email" variant="primary" icon={Send} isBusy={send.isPending}>
            <Trans>Envoyer</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id="rib-email"
        onSubmit={submit}
        rejections={rejections}
        hasProblems={form.problemAt('to') !== null || form.problemAt('message') !== null}
        refusal={send.error}
        actions={null}
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
        <TextArea label={t`Message`} isOptional rows={3} maxLength={RIB_EMAIL_MESSAGE_LENGTH} {...form.field('message')} />
        <SelectField
          label={t`Langue du document`}
          options={languages.map((lang) => ({ value: lang, label: names[lang] }))}
          name="lang"
          value={form.draft.lang}
          onChange={(lang) => form.set('lang', lang)}
        />
      </FormFrame>
    </Modal>
  )
}
