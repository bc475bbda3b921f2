import { Trans, useLingui } from '@lingui/react/macro'
import { Contact, updateUser } from 'contract/access/profile.ts'
import { showPhone, tidyPhone } from 'contract/values/contact.ts'
import { announce } from '../../lib/banners.ts'
import { renewSession } from '../../lib/api/call.ts'
import { useCall } from '../../lib/api/query.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { DetailProps } from './detail.ts'

/** E-mail and telephone. Changing them requires re-authentication. */
export function ContactModal({ user, onBack, onDone }: DetailProps) {
  const { t } = useLingui()
  const update = useCall(updateUser)
  const form = useForm({
    schema: Contact,
    initial: { email: user.email ?? '', phone: user.phone ? showPhone(user.phone) : '' },
    toInput: ({ email, phone }) => ({ email: email.trim(), phone: tidyPhone(phone) || null }),
    call: update,
  })
  const submit = () =>
    form.submit((contact) =>
      update.mutate(
        { body: contact },
        {
          onSuccess: () => {
            void renewSession().catch(() => null)
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
        help={t`Elle reçoit les liens qui ouvrent votre espace : gardez-la à vous seul.`}
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
