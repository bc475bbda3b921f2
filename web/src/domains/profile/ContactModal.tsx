import { Trans, useLingui } from '@lingui/react/macro'
import { Contact, updateUser } from 'contract/access/profile.ts'
import { showPhone, tidyPhone } from 'contract/values/contact.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { renewSession } from '../../lib/api/call.ts'
import { useCall } from '../../lib/api/query.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { DetailProps } from './detail.ts'
import { EmailModal } from './EmailModal.tsx'

/** E-mail and telephone. Changing them requires re-authentication, and a new address the code that is sent to it. */
export function ContactModal({ user, onBack, onDone }: DetailProps) {
  const { t } = useLingui()
  const update = useCall(updateUser)
  const form = useForm({
    schema: Contact,
    initial: { email: user.email ?? '', phone: user.phone ? showPhone(user.phone) : '' },
    toInput: ({ email, phone }) => ({ email: email.trim(), phone: tidyPhone(phone) || null }),
    call: update,
  })
  const [emailToConfirm, setEmailToConfirm] = useState<string | null>(null)
  if (emailToConfirm !== null) return <EmailModal user={user} email={emailToConfirm} onBack={onBack} onDone={onDone} />
  const submit = () =>
    form.submit(({ email, phone }) =>
      update.mutate(
        // The current address would end a change that waits for its code.
        { body: email === user.email ? { phone } : { email, phone } },
        {
          onSuccess: ({ answer }) => {
            void renewSession().catch(() => null)
            if (email !== user.email && answer.email_to_confirm !== null)
              return setEmailToConfirm(answer.email_to_confirm)
            onDone()
            announce(t`Vos coordonnées ont bien été modifiées.`)
          },
        },
      ),
    )
  return (
    <FormModal title={t`Vos coordonnées`} verb={t`Enregistrer`} form={form} onSubmit={submit} onClose={onBack}>
      <TextField
        {...form.field('email')}
        label={t`Adresse e-mail`}
        help={t`Elle reçoit les liens qui ouvrent votre espace : gardez-la à vous seul. Une nouvelle adresse se confirme par un code.`}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...form.field('phone')}
        label={t`Téléphone`}
        help={t`Hors du Sénégal, avec l’indicatif : +33 6 12 34 56 78.`}
        autoComplete="tel"
        inputMode="tel"
        isNumeric
        isOptional
      />
      <p className="small muted">
        <Trans>Nous l’annonçons par e-mail à l’adresse connue jusqu’ici.</Trans>
      </p>
    </FormModal>
  )
}
