import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordLinkRequest, requestPasswordLink, RESEND_AFTER_SECONDS } from 'contract/access/passwords.ts'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { paths } from '../../lib/paths.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AfterPage, AuthPage } from './AuthPage.tsx'
import { useSend } from './use-send.ts'

export function ForgotScreen() {
  const [requested, setRequested] = useState<string | null>(null)
  return requested === null ? <RequestForm onRequested={setRequested} /> : <Sent id={requested} />
}

function RequestForm({ onRequested }: { onRequested: (id: string) => void }) {
  const { t } = useLingui()
  const ask = useSend(requestPasswordLink)
  const form = useForm({
    schema: PasswordLinkRequest,
    initial: { id: '' },
    toInput: ({ id }) => ({ id: id.trim() }),
    call: ask,
  })
  const send = async (body: { id: string }) => {
    if (!(await ask.send({ body }))) return
    announce(t`Un e-mail de réinitialisation du mot de passe vous a été envoyé.`)
    onRequested(body.id)
  }
  return (
    <AuthPage
      title={t`Mot de passe oublié`}
      hasBack
      intro={
        <Trans>Saisissez votre identifiant. Un e-mail vous sera envoyé pour réinitialiser votre mot de passe.</Trans>
      }
    >
      <FormFrame
        form={form}
        onSubmit={() => form.submit((input) => void send(input))}
        actions={
          <Button type="submit" variant="primary" size="lg" isBlock isBusy={ask.isPending}>
            <Trans>Recevoir le lien</Trans>
          </Button>
        }
      >
        <TextField
          {...form.field('id')}
          label={t`Identifiant`}
          help={t`Il figure sur votre contrat. Le lien part à l’adresse e-mail enregistrée à votre agence.`}
          autoComplete="username"
          inputMode="numeric"
          autoCapitalize="none"
          spellCheck={false}
          isNumeric
        />
      </FormFrame>
    </AuthPage>
  )
}

/** Shows the same text whether the id exists or not, as the response does. */
function Sent({ id }: { id: string }) {
  const { t } = useLingui()
  const ask = useSend(requestPasswordLink)
  const [times, setTimes] = useState(1)
  // The wait doubles, as it does on the server.
  const secondsLeft = useCountdown(RESEND_AFTER_SECONDS * 2 ** (times - 1), times)
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  const sendAgain = async () => {
    if (!(await ask.send({ body: { id } }))) return
    setTimes(times + 1)
    announce(t`Un e-mail de réinitialisation du mot de passe vous a été envoyé.`)
  }
  return (
    <AuthPage
      title={t`Consultez vos e-mails`}
      mark={{ icon: MailCheck, tone: 'success' }}
      intro={
        <Trans>
          Si l’identifiant <b className="strong num">{id}</b> existe, un lien valable une heure vient d’être envoyé à
          l’adresse e-mail enregistrée à votre agence.
        </Trans>
      }
    >
      {ask.error && <InlineAlert tone="danger" title={ask.error.message} />}
      <LinkButton {...paths.login()} size="lg" isBlock>
        <Trans>Revenir à la connexion</Trans>
      </LinkButton>
      <AfterPage>
        <Trans>Rien reçu ? Regardez aussi dans les indésirables.</Trans>{' '}
        {secondsLeft > 0 ? (
          <span className="num">
            <Trans>Renvoi possible dans {clock}</Trans>
          </span>
        ) : (
          <button
            type="button"
            className="link"
            aria-busy={ask.isPending || undefined}
            onClick={() => void sendAgain()}
          >
            <Trans>Renvoyer le lien</Trans>
          </button>
        )}
      </AfterPage>
    </AuthPage>
  )
}

/**
 * The remaining seconds of a wait that restarts with each `round`. Calculated from the clock: time also passes while a
 * telephone sleeps.
 */
function useCountdown(seconds: number, round: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const look = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [seconds, round])
  return left
}
