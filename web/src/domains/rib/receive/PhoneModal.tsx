import { Trans, useLingui } from '@lingui/react/macro'
import { PhoneAlias, sendPhoneCode } from 'contract/accounts/payment-aliases.ts'
import { showPhone } from 'contract/values/contact.ts'
import { EMAILED_CODE_MINUTES } from 'contract/values/emailed-code.ts'
import { useState } from 'react'
import { announce } from '../../../lib/banners.ts'
import { isRefusal } from '../../../lib/api/call-error.ts'
import { useCall } from '../../../lib/api/query.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { errorLabels } from '../../../lib/report-error.ts'
import { FormModal } from '../../../shell/forms/FormModal.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SixDigitsField } from '../../../ui/fields/SixDigitsField.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { useCreateAlias } from './alias-queries.ts'

type Props = { phone: string; onClose: () => void }

/** Links the telephone of the profile: the bank sends a code, which is typed here. */
export function PhoneModal({ phone, onClose }: Props) {
  const send = useCall(sendPhoneCode)
  const [email, setEmail] = useState<string | null>(null)
  const sendCode = (done?: () => void) =>
    send.mutate(
      {},
      {
        onSuccess: ({ answer }) => {
          setEmail(answer.email)
          done?.()
        },
      },
    )
  return email === null ? (
    <SendCode phone={phone} send={send} onSend={() => sendCode()} onClose={onClose} />
  ) : (
    <TypeCode
      phone={phone}
      email={email}
      isSending={send.isPending}
      sendError={send.error}
      onAgain={sendCode}
      onClose={onClose}
    />
  )
}

type SendProps = Props & { send: { isPending: boolean; error: Error | null }; onSend: () => void }

function SendCode({ phone, send: { isPending, error }, onSend, onClose }: SendProps) {
  const { t } = useLingui()
  return (
    <Modal
      title={t`Lier mon téléphone`}
      onClose={isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button variant="primary" isBusy={isPending} onClick={onSend}>
            <Trans>Envoyer le code</Trans>
          </Button>
        </>
      }
    >
      {error && <InlineAlert tone="danger" title={errorLabels(error)} />}
      <p>
        <Trans>
          On vous paiera au <b className="num">{showPhone(phone)}</b>, le numéro de votre profil.
        </Trans>
      </p>
      <p className="muted">
        <Trans>
          Pour vérifier que c’est bien vous, la banque envoie un code à votre adresse e-mail. Un numéro ne va qu’à un
          seul compte dans toute l’UEMOA.
        </Trans>
      </p>
    </Modal>
  )
}

type TypeProps = Props & {
  email: string
  isSending: boolean
  sendError: Error | null
  onAgain: (done: () => void) => void
}

function TypeCode({ phone, email, isSending, sendError, onAgain, onClose }: TypeProps) {
  const { t } = useLingui()
  const create = useCreateAlias()
  const form = useForm({
    schema: PhoneAlias,
    initial: { code: '' },
    toInput: ({ code }) => ({ kind: 'phone', code: code.replaceAll(/\s/g, '') }),
    call: create,
  })
  const submit = () =>
    form.submit((input) =>
      create.mutate({ body: input }, { onSuccess: onClose, onError: (error) => isRefusal(error) && create.renewKey() }),
    )
  // The typed code and its error were of the former code, which is no longer valid.
  const sendAgain = () =>
    onAgain(() => {
      form.set('code', '')
      announce(t`Un autre code est parti. Seul le dernier est valable.`)
    })
  return (
    <FormModal
      title={t`Lier mon téléphone`}
      verb={t`Lier le numéro`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      intro={sendError && <InlineAlert tone="danger" title={errorLabels(sendError)} />}
    >
      <p>
        <Trans>
          Le code pour le <b className="num">{showPhone(phone)}</b> est parti à {email}. Il est valable{' '}
          {EMAILED_CODE_MINUTES} minutes.
        </Trans>
      </p>
      <SixDigitsField {...form.field('code')} label={t`Code à six chiffres`} />
      <p>
        <Button size="sm" variant="quiet" isBusy={isSending} onClick={sendAgain}>
          <Trans>Envoyer un autre code</Trans>
        </Button>
      </p>
    </FormModal>
  )
}
