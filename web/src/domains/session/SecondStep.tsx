import { Trans, useLingui } from '@lingui/react/macro'
import { completeSignIn } from 'contract/access/second-step.ts'
import type { User } from 'contract/access/session.ts'
import { Fingerprint, MailCheck, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallError, isRefusal } from '../../lib/api/call-error.ts'
import { call } from '../../lib/api/call.ts'
import { hasPasskeys } from '../../lib/passkey-support.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AfterPage, AuthPage } from './AuthPage.tsx'
import styles from './SecondStep.module.css'
import type { OpenStep, useSignIn } from './use-sign-in.ts'

type Props = {
  step: OpenStep
  signIn: ReturnType<typeof useSignIn>
  onEnter: (user: User) => Promise<void>
  onLeave: () => void
}

/** The second step of a sign-in with the right password. */
export const SecondStep = (props: Props) =>
  props.step.methods.includes('mail') ? <ByMail {...props} /> : <ByFactor {...props} />

const POLL_MS = 3_000

/** Waits until the link of the e-mail is opened, on whatever device. */
function ByMail({ step, onEnter, onLeave }: Props) {
  const { t } = useLingui()
  const [error, setError] = useState<CallError | null>(null)
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      try {
        const { answer } = await call(completeSignIn, { body: { sign_in: step.sign_in } })
        if (!isOver) await onEnter(answer)
      } catch (failure) {
        if (isOver) return
        // Also while the network or the server is away.
        const isWaiting = failure instanceof CallError && (failure.code === 'sign_in_waits' || !isRefusal(failure))
        if (isWaiting) timer = setTimeout(() => void ask(), POLL_MS)
        else setError(failure instanceof CallError ? failure : new CallError(0, 'unknown', t`Une erreur est survenue.`))
      }
    }
    timer = setTimeout(() => void ask(), POLL_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [step.sign_in, onEnter, t])
  return (
    <AuthPage
      title={t`Consultez votre e-mail`}
      mark={{ icon: MailCheck, tone: 'success' }}
      intro={
        <Trans>
          Nous ne connaissons pas cet appareil. Ouvrez le lien que nous venons de vous envoyer, puis revenez ici : cette
          page continue d’elle-même.
        </Trans>
      }
    >
      {error && <InlineAlert tone="danger" title={error.message} />}
      <p className="muted small">
        <Trans>Le lien est valable dix minutes. Rien reçu ? Regardez dans les indésirables.</Trans>
      </p>
      <AfterPage>
        <Button variant="quiet" onClick={onLeave}>
          <Trans>Revenir à la connexion</Trans>
        </Button>
      </AfterPage>
    </AuthPage>
  )
}

/** A code of the application or a recovery code; or a passkey, which needs no password at all. */
function ByFactor({ step, signIn, onEnter, onLeave }: Props) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error?.status === 422) form.current?.querySelector('input')?.focus()
  }, [error])
  const submit = async () => {
    setMissing(code.trim() === '')
    if (isBusy || code.trim() === '') return
    setBusy(true)
    setError(null)
    signIn.forgetError()
    try {
      await onEnter((await call(completeSignIn, { body: { sign_in: step.sign_in, code: code.trim() } })).answer)
    } catch (failure) {
      setCode('')
      setError(failure instanceof CallError ? failure : new CallError(0, 'unknown', t`Une erreur est survenue.`))
      setBusy(false)
    }
  }
  const takePasskey = () => {
    setMissing(false)
    setError(null)
    void signIn.submitPasskey()
  }
  const atField = error?.status === 422 ? error.message : null
  const passkeyError = signIn.error
  const hasPasskey = step.methods.includes('passkey') && hasPasskeys()
  return (
    <AuthPage
      title={t`Confirmez que c’est vous`}
      mark={{ icon: ShieldCheck, tone: 'success' }}
      intro={
        hasPasskey ? (
          <Trans>Utilisez votre clé d’accès, ou l’un de vos codes.</Trans>
        ) : (
          <Trans>Ouvrez votre application de codes.</Trans>
        )
      }
    >
      {error && !atField && <InlineAlert tone="danger" title={error.message} />}
      {passkeyError && <InlineAlert tone="danger" title={passkeyError.message} />}
      {hasPasskey && (
        <Button variant="primary" size="lg" isBlock icon={Fingerprint} isBusy={signIn.isPending} onClick={takePasskey}>
          <Trans>Utiliser ma clé d’accès</Trans>
        </Button>
      )}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          name="code"
          label={t`Code`}
          help={t`Six chiffres de votre application, ou un code de secours.`}
          autoComplete="one-time-code"
          spellCheck={false}
          isNumeric
          value={code}
          error={atField ?? (isMissing && code === '' ? t`Saisissez le code` : null)}
          onChange={setCode}
        />
        <Button type="submit" variant={hasPasskey ? 'secondary' : 'primary'} size="lg" isBlock isBusy={isBusy}>
          <Trans>Continuer</Trans>
        </Button>
      </form>
      <AfterPage>
        <Button variant="quiet" onClick={onLeave}>
          <Trans>Revenir à la connexion</Trans>
        </Button>
      </AfterPage>
    </AuthPage>
  )
}
