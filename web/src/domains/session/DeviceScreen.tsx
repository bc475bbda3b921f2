import { Trans, useLingui } from '@lingui/react/macro'
import { answerDeviceLink, getDeviceLink } from 'contract/access/second-step.ts'
import type { Answer } from 'contract/endpoint.ts'
import { CircleCheck, Link2Off, MonitorSmartphone, ShieldAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { AfterPage, AuthPage } from './AuthPage.tsx'
import { forgetLinkToken, useLinkToken } from './link-token.ts'
import { isOver, Unreachable } from './UnreachableLink.tsx'
import { useSend } from './use-send.ts'

/** The link of the e-mail about a new device: its user allows the sign-in, or refuses it. */
export function DeviceScreen() {
  const token = useLinkToken()
  return token === null ? <Over /> : <Question token={token} />
}

function Question({ token }: { token: string }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const [{ link, error }, setState] = useState<{ link: Answer<typeof getDeviceLink> | null; error: Error | null }>({
    link: null,
    error: null,
  })
  const [tries, setTries] = useState(0)
  const [answered, setAnswered] = useState<boolean | null>(null)
  const send = useSend(answerDeviceLink)
  useEffect(() => {
    const waiting = new AbortController()
    setState({ link: null, error: null })
    call(getDeviceLink, { params: { token } }, { signal: waiting.signal }).then(
      ({ answer }) => setState({ link: answer, error: null }),
      (failure: Error) => waiting.signal.aborted || setState({ link: null, error: failure }),
    )
    return () => waiting.abort()
  }, [token, tries])
  if (answered !== null) return <Answered isAllowed={answered} />
  if (isOver(error) || isOver(send.error)) return <Over />
  if (error) return <Unreachable error={error} onRetry={() => setTries(tries + 1)} />
  if (!link)
    return (
      <AuthPage title={t`Est-ce bien vous ?`}>
        <Skeleton>
          <SkeletonRows count={3} />
        </Skeleton>
      </AuthPage>
    )
  const answer = async (is_allowed: boolean) => {
    if (await send.send({ params: { token }, body: { is_allowed } })) setAnswered(is_allowed)
  }
  return (
    <AuthPage
      title={t`Est-ce bien vous ?`}
      mark={{ icon: MonitorSmartphone, tone: 'warning' }}
      intro={<Trans>Quelqu’un se connecte avec votre mot de passe depuis un nouvel appareil.</Trans>}
    >
      {send.error && <InlineAlert tone="danger" title={send.error.message} />}
      <DetailList
        facts={[
          { name: t`Appareil`, value: link.device },
          { name: t`Heure`, value: dateTime(fromUnix(link.at)) },
          ...(link.address === null ? [] : [{ name: t`Adresse`, value: link.address }]),
        ]}
      />
      <Button variant="primary" size="lg" isBlock isBusy={send.isPending} onClick={() => void answer(true)}>
        <Trans>Oui, autoriser cet appareil</Trans>
      </Button>
      <AfterPage>
        <Button variant="quiet" disabled={send.isPending} onClick={() => void answer(false)}>
          <Trans>Non, ce n’est pas moi</Trans>
        </Button>
      </AfterPage>
    </AuthPage>
  )
}

function Answered({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useLingui()
  return isAllowed ? (
    <AuthPage
      title={t`L’appareil est autorisé`}
      mark={{ icon: CircleCheck, tone: 'success' }}
      intro={<Trans>Revenez à la page de connexion : elle continue d’elle-même.</Trans>}
    >
      {null}
    </AuthPage>
  ) : (
    <AuthPage
      title={t`La connexion est refusée`}
      mark={{ icon: ShieldAlert, tone: 'warning' }}
      intro={<Trans>Quelqu’un connaît votre mot de passe : changez-le tout de suite.</Trans>}
    >
      <LinkButton {...paths.forgot()} variant="primary" size="lg" isBlock onClick={forgetLinkToken}>
        <Trans>Changer mon mot de passe</Trans>
      </LinkButton>
    </AuthPage>
  )
}

function Over() {
  const { t } = useLingui()
  return (
    <AuthPage
      title={t`Ce lien n’est plus valable`}
      mark={{ icon: Link2Off, tone: 'warning' }}
      intro={
        <Trans>Il sert une seule fois, pendant dix minutes. Connectez-vous de nouveau pour en recevoir un autre.</Trans>
      }
    >
      <LinkButton {...paths.login()} variant="primary" size="lg" isBlock onClick={forgetLinkToken}>
        <Trans>Revenir à la connexion</Trans>
      </LinkButton>
    </AuthPage>
  )
}
