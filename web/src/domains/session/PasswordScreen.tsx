import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Answer } from 'contract/endpoint.ts'
import { changePassword, getPasswordLink, setPassword } from 'contract/access/passwords.ts'
import { KeyRound, Link2Off } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { call, endSession, renewSession } from '../../lib/api/call.ts'
import { paths } from '../../lib/paths.ts'
import { leave, mayContinue, session, type SessionUser, useSession } from '../../lib/session/session.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { AfterPage, AuthPage } from './AuthPage.tsx'
import { forgetLinkToken, useLinkToken } from './link-token.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { usePasswordForm } from './use-password-form.ts'
import { isOver, Unreachable } from './UnreachableLink.tsx'
import { useSend } from './use-send.ts'

/** Sets a new password: with a link from an e-mail, or at the first sign-in, before anything else. */
export function PasswordScreen() {
  const token = useLinkToken()
  const { user } = useSession()
  if (token) return <ByLink token={token} />
  return user ? <AtFirstLogin user={user} /> : <LinkOver />
}

function ByLink({ token }: { token: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const set = useSend(setPassword)
  const form = usePasswordForm({ requiresCurrent: false, call: set })
  const { link, error, retry } = usePasswordLink(token)
  // The link does not reveal whose password it changes, because another person may have found it. The page says when another user is signed in.
  const [hasSession] = useState(mayContinue)
  // The server may have set the password although its answer was lost.
  const [wasAnswerLost, setAnswerLost] = useState(false)
  if (!wasAnswerLost && set.error instanceof CallError && set.error.status === 0) setAnswerLost(true)
  if (isOver(set.error) && wasAnswerLost) return <PasswordMaybeSet />
  if (isOver(error) || isOver(set.error)) return <LinkOver />
  if (error) return <Unreachable error={error} onRetry={retry} />

  // The form is not shown until the link is verified.
  if (!link)
    return (
      <AuthPage title={t`Choisissez votre mot de passe`}>
        <Skeleton>
          <SkeletonRows count={3} />
        </Skeleton>
      </AuthPage>
    )

  const send = async () => {
    if (!(await set.send({ params: { token }, body: { password: form.draft.password } }))) return
    announce(
      link.kind === 'new' ? t`Votre mot de passe a bien été enregistré.` : t`Votre mot de passe a bien été modifié.`,
    )
    // All sessions of this user have ended; the user of this browser signs in again.
    if (session().status === 'in') await endSession()
    leave(null)
    forgetLinkToken()
    await router.navigate({ ...paths.login(), replace: true })
  }
  return (
    <AuthPage
      title={t`Choisissez votre mot de passe`}
      intro={
        link.kind === 'new' ? (
          <Trans>Bienvenue. Il servira à vous connecter et à confirmer vos opérations.</Trans>
        ) : (
          <Trans>Il remplacera l’actuel. Vos sessions ouvertes sur d’autres appareils seront fermées.</Trans>
        )
      }
    >
      {hasSession && (
        <InlineAlert tone="warning" title={t`Une session est ouverte dans ce navigateur`}>
          <Trans>
            Ce lien change le mot de passe de la personne à qui l’e-mail a été envoyé, même si une autre est connectée
            ici. Vous devrez vous reconnecter.
          </Trans>
        </InlineAlert>
      )}
      <FormFrame
        form={form}
        onSubmit={() => form.submit(() => void send())}
        actions={
          <Button type="submit" variant="primary" size="lg" isBlock isBusy={set.isPending}>
            <Trans>Enregistrer</Trans>
          </Button>
        }
      >
        <PasswordFields form={form} login={null} />
      </FormFrame>
    </AuthPage>
  )
}

function AtFirstLogin({ user }: { user: SessionUser }) {
  const { t } = useLingui()
  const router = useRouter()
  const change = useSend(changePassword)
  const name = user.first_name
  // At the first sign-in the initial password was typed a moment ago. It is requested again only after some minutes.
  const [requiresCurrent, setRequiresCurrent] = useState(false)
  if (!requiresCurrent && change.error instanceof CallError && change.error.code === 'current_password_missing')
    setRequiresCurrent(true)
  const form = usePasswordForm({
    requiresCurrent,
    owner: [user.login, user.first_name, user.last_name, user.email],
    call: change,
  })
  const attempted = useRef<string | null>(null)
  /** Whether the server had set this password, although the answer of the attempt was lost. */
  const isSet = async (password: string) => {
    if (attempted.current !== password) return false
    await renewSession().catch(() => null)
    return session().user?.must_change_password === false
  }
  const send = async () => {
    const { current, password } = form.draft
    if (!(await isSet(password))) {
      attempted.current = password
      if (!(await change.send({ body: { ...(requiresCurrent && { current }), password } }))) return
      await renewSession()
    }
    announce(t`Votre mot de passe a bien été enregistré.`)
    await router.navigate({ ...paths.home(), replace: true })
  }
  return (
    <AuthPage
      title={t`Choisissez votre mot de passe`}
      intro={<Trans>Bienvenue, {name}. Il servira à vous connecter et à confirmer vos opérations.</Trans>}
    >
      <FormFrame
        form={form}
        onSubmit={() => form.submit(() => void send())}
        actions={
          <Button type="submit" variant="primary" size="lg" isBlock isBusy={change.isPending}>
            <Trans>Enregistrer et continuer</Trans>
          </Button>
        }
      >
        <PasswordFields form={form} login={user.login} />
      </FormFrame>
      <AfterPage>
        <LinkButton {...paths.logout()} preload={false} variant="quiet">
          <Trans>Se déconnecter</Trans>
        </LinkButton>
      </AfterPage>
    </AuthPage>
  )
}

function LinkOver() {
  const { t } = useLingui()
  return (
    <AuthPage
      title={t`Ce lien n’est plus valable`}
      mark={{ icon: Link2Off, tone: 'warning' }}
      intro={
        <Trans>
          Il sert une seule fois, pendant une heure. Si vous venez de recharger la page, ouvrez-le à nouveau depuis
          votre e-mail.
        </Trans>
      }
    >
      <LinkButton {...paths.forgot()} variant="primary" size="lg" isBlock onClick={forgetLinkToken}>
        <Trans>Demander un nouveau lien</Trans>
      </LinkButton>
      <AfterPage>
        <LinkButton {...paths.login()} variant="quiet" onClick={forgetLinkToken}>
          <Trans>Revenir à la connexion</Trans>
        </LinkButton>
      </AfterPage>
    </AuthPage>
  )
}

/** The page after an attempt whose answer was lost, where the link is now used: the password is probably set, so the user tries to sign in with it first. */
function PasswordMaybeSet() {
  const { t } = useLingui()
  return (
    <AuthPage
      title={t`Votre mot de passe est sans doute enregistré`}
      mark={{ icon: KeyRound, tone: 'warning' }}
      intro={
        <Trans>
          Le serveur n’avait pas répondu au premier envoi, et ce lien vient de servir. Connectez-vous avec votre nouveau
          mot de passe ; s’il est refusé, demandez un autre lien.
        </Trans>
      }
    >
      <LinkButton {...paths.login()} variant="primary" size="lg" isBlock onClick={forgetLinkToken}>
        <Trans>Revenir à la connexion</Trans>
      </LinkButton>
      <AfterPage>
        <LinkButton {...paths.forgot()} variant="quiet" onClick={forgetLinkToken}>
          <Trans>Demander un nouveau lien</Trans>
        </LinkButton>
      </AfterPage>
    </AuthPage>
  )
}

type Link = Answer<typeof getPasswordLink>

/** Whether the link is still valid, and its user. */
function usePasswordLink(token: string) {
  const [tries, setTries] = useState(0)
  const [{ link, error }, setState] = useState<{ link: Link | null; error: Error | null }>({ link: null, error: null })
  useEffect(() => {
    const waiting = new AbortController()
    setState({ link: null, error: null })
    call(getPasswordLink, { params: { token } }, { signal: waiting.signal }).then(
      ({ answer }) => setState({ link: answer, error: null }),
      (failure: Error) => waiting.signal.aborted || setState({ link: null, error: failure }),
    )
    return () => waiting.abort()
  }, [token, tries])
  return { link, error, retry: () => setTries(tries + 1) }
}
