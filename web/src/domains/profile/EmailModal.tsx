import { Trans, useLingui } from '@lingui/react/macro'
import { confirmEmail, EmailProof, sendEmailCode, updateUser } from 'contract/access/profile.ts'
import { EMAILED_CODE_MINUTES } from 'contract/values/emailed-code.ts'
import { renewSession } from '../../lib/api/call.ts'
import { useCall } from '../../lib/api/query.ts'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { session } from '../../lib/session/session.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { Button } from '../../ui/Button.tsx'
import { SixDigitsField } from '../../ui/fields/SixDigitsField.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import type { DetailProps } from './detail.ts'
import styles from './ProfileModal.module.css'

/** Confirms a new e-mail address with the code that was sent to it, or ends the change. `email`: the new address. */
export function EmailModal({ user, email, onBack, onDone }: DetailProps & { email: string }) {
  const { t } = useLingui()
  const confirm = useCall(confirmEmail)
  const send = useCall(sendEmailCode)
  const end = useCall(updateUser)
  const form = useForm({
    schema: EmailProof,
    initial: { code: '' },
    toInput: ({ code }) => ({ code: code.replaceAll(/\s/g, '') }),
    call: confirm,
  })
  const finish = (sentence: string) => {
    void renewSession().catch(() => null)
    onDone()
    announce(sentence)
  }
  const succeed = () => finish(t`Votre adresse e-mail a bien été modifiée.`)
  /** The answer of an earlier press was lost, or another tab has sent the code. */
  const succeedIfChanged = async () => {
    await renewSession()
    if (session().user?.email === email) succeed()
  }
  const submit = () =>
    form.submit((body) =>
      confirm.mutate({ body }, { onSuccess: succeed, onError: () => void succeedIfChanged().catch(() => null) }),
    )
  // The typed code and its error were of the former code, which is no longer valid.
  const sendAgain = () =>
    send.mutate(
      {},
      {
        onSuccess: () => {
          form.set('code', '')
          announce(t`Un autre code est parti. Seul le dernier est valable.`)
        },
      },
    )
  const kept = user.email
  const keep = (address: string) =>
    end.mutate({ body: { email: address } }, { onSuccess: () => finish(t`Votre adresse e-mail reste la même.`) })
  const error = send.error ?? end.error
  return (
    <FormModal
      title={t`Confirmez votre adresse`}
      verb={t`Confirmer l’adresse`}
      form={form}
      onSubmit={submit}
      onClose={onBack}
      secondary={
        <Button disabled={confirm.isPending} onClick={onBack}>
          <Trans>Plus tard</Trans>
        </Button>
      }
      intro={error && <InlineAlert tone="danger" title={errorLabels(error)} />}
    >
      <p>
        <Trans>
          Un code est parti à <b>{email}</b>. Il est valable {EMAILED_CODE_MINUTES} minutes. Cette adresse devient la
          vôtre dès que vous le saisissez.
        </Trans>
      </p>
      <SixDigitsField {...form.field('code')} label={t`Code à six chiffres`} />
      <div className={styles.acts}>
        <Button size="sm" isBusy={send.isPending} onClick={sendAgain}>
          <Trans>Envoyer un autre code</Trans>
        </Button>
        {kept !== null && (
          <Button size="sm" isBusy={end.isPending} onClick={() => keep(kept)}>
            <Trans>Garder {kept}</Trans>
          </Button>
        )}
      </div>
    </FormModal>
  )
}
