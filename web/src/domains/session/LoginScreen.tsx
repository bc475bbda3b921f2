import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type Ref, useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { hasPasskeys } from '../../lib/passkey-support.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useScreenTitle } from '../../shell/use-screen-title.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './LoginScreen.module.css'
import { useSignIn } from './use-sign-in.ts'

const SecondStep = lazyPart(async () => (await import('./load-second-step.ts')).loadSecondStep())

export function LoginScreen() {
  const { t } = useLingui()
  const title = useScreenTitle(t`Connexion`)
  const { endReason } = useSession()
  const signIn = useSignIn()
  const [id, setId] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [rejections, setRejections] = useState(0)
  const alert = useRef<HTMLDivElement>(null)
  const problems = {
    id: isChecked && id.trim() === '' ? t`Saisissez votre identifiant` : null,
    password: isChecked && password === '' ? t`Saisissez votre mot de passe` : null,
  }
  const isIncomplete = problems.id !== null || problems.password !== null
  // The refusal gets the focus first; Tab then reaches the fields.
  useEffect(() => {
    if (signIn.error || rejections > 0) alert.current?.focus()
  }, [signIn.error, rejections])
  useEffect(() => {
    if (endReason) alert.current?.focus()
  }, [endReason])

  const submit = async () => {
    if (signIn.isPending) return
    setChecked(true)
    if (id.trim() === '' || password === '') return setRejections(rejections + 1)
    if (await signIn.submit(id, password)) return
    setPassword('')
    setChecked(false)
  }
  if (signIn.secondStep)
    return (
      <SecondStep step={signIn.secondStep} onEnter={signIn.enter} onLeave={signIn.leaveSecondStep} signIn={signIn} />
    )
  return (
    <>
      <h1 className={styles.title} ref={title} tabIndex={-1}>
        <Trans>Bonjour</Trans>
      </h1>
      <p className={styles.intro}>
        <Trans>Connectez-vous à votre espace.</Trans>
      </p>
      {isIncomplete ? (
        <div className={styles.alert}>
          <InlineAlert
            ref={alert}
            tone="danger"
            title={t`Certaines informations sont manquantes ou erronées. Veuillez vérifier les champs indiqués ci-dessous.`}
          />
        </div>
      ) : signIn.error ? (
        <Refusal error={signIn.error} ref={alert} />
      ) : !navigator.cookieEnabled ? (
        <div className={styles.alert}>
          <InlineAlert tone="warning" title={t`Votre navigateur bloque les cookies`}>
            <Trans>La connexion en a besoin. Autorisez-les pour ce site, puis rechargez la page.</Trans>
          </InlineAlert>
        </div>
      ) : (
        endReason && (
          <div className={styles.alert}>
            <InlineAlert
              ref={alert}
              tone="warning"
              title={
                endReason === 'inactivity'
                  ? t`Vous avez été déconnecté pour cause d’inactivité.`
                  : t`Votre session est expirée. Merci de vous reconnecter.`
              }
            />
          </div>
        )
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          name="username"
          label={t`Identifiant`}
          help={t`Il figure sur votre contrat.`}
          autoComplete="username"
          inputMode="numeric"
          autoCapitalize="none"
          spellCheck={false}
          isNumeric
          value={id}
          error={problems.id}
          onChange={setId}
        />
        <PasswordField
          name="password"
          label={t`Mot de passe`}
          autoComplete="current-password"
          value={password}
          error={problems.password}
          onChange={setPassword}
        />
        <p className={styles.forgot}>
          <Link className="link small" {...paths.forgot()}>
            <Trans>Mot de passe oublié ?</Trans>
          </Link>
        </p>
        <Button type="submit" variant="primary" size="lg" isBlock isBusy={signIn.isPending}>
          <Trans>Se connecter</Trans>
        </Button>
        {hasPasskeys() && (
          <Button size="lg" isBlock disabled={signIn.isPending} onClick={() => void signIn.submitPasskey()}>
            <Trans>Utiliser une clé d’accès</Trans>
          </Button>
        )}
      </form>
      <p className={styles.first}>
        <Trans>
          Première connexion ?{' '}
          <Link className="link" {...paths.forgot()}>
            Créer votre mot de passe
          </Link>
        </Trans>
      </p>
    </>
  )
}

function Refusal({ error, ref }: { error: Error; ref: Ref<HTMLDivElement> }) {
  const { t } = useLingui()
  const isWrong = error instanceof CallError && error.code === 'bad_credentials'
  return (
    <div className={styles.alert}>
      <InlineAlert ref={ref} tone="danger" title={isWrong ? t`Mauvais identifiant et/ou mot de passe` : error.message}>
        {isWrong && <Trans>Vérifiez l’identifiant et les majuscules du mot de passe.</Trans>}
      </InlineAlert>
    </div>
  )
}
