import { groupByFour } from 'contract/values/iban.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeftRight, Clock, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { renewSession } from '../../lib/api/call.ts'
import { chooseAccount, useSession } from '../../lib/session/session.ts'
import { useScreenTitle } from '../../shell/use-screen-title.ts'
import { Button } from '../../ui/Button.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import { AdvisorContact } from './AdvisorContact.tsx'
import styles from './plain-screen.module.css'

const POLL_INTERVAL_MS = 60_000

/** The screen of an account on which the user has no right yet. It polls, and redirects when a right appears. */
export function PendingAccessScreen() {
  const { t } = useLingui()
  const title = useScreenTitle(t`Accès en cours d’activation`)
  const router = useRouter()
  const { account, user } = useSession()
  const [isLooking, setLooking] = useState(false)
  const [isPicking, setPicking] = useState(false)

  const look = async () => {
    setLooking(true)
    // The end of the session stops polling; a network error is retried in a minute.
    await renewSession().catch(() => null)
    setLooking(false)
    await router.invalidate()
  }
  useEffect(() => {
    const timer = setInterval(() => void look(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  })
  if (!account || !user) return null
  return (
    <>
      <Tile icon={Clock} size="lg" className={styles.picture} />
      <h1 className="h1" ref={title} tabIndex={-1}>
        <Trans>Accès en cours d’activation</Trans>
      </h1>
      <p className={styles.text}>
        <b className="strong">{accountName(account.label)}</b> ·{' '}
        <span className="num nowrap">{groupByFour(account.number)}</span>
      </p>
      <p className={styles.text}>
        <Trans>
          Aucun droit n’est encore ouvert sur ce compte. Contactez votre conseiller pour activer vos services.
        </Trans>
      </p>
      <div className={styles.steps}>
        <Timeline
          moments={[
            { title: t`Identifiant créé`, detail: t`Vous êtes connecté`, state: 'done' },
            { title: t`Ouverture des services`, detail: t`Aucun service ouvert pour le moment`, state: 'now' },
          ]}
        />
      </div>
      <div className={styles.acts}>
        <Button variant="primary" icon={RotateCw} isBusy={isLooking} onClick={() => void look()}>
          <Trans>Actualiser</Trans>
        </Button>
        {user.accounts.count > 1 && (
          <Button icon={ArrowLeftRight} onClick={() => setPicking(true)}>
            <Trans>Changer de compte</Trans>
          </Button>
        )}
      </div>
      <AdvisorContact />
      {isPicking && (
        <AccountPicker
          current={account}
          onClose={() => setPicking(false)}
          onChoose={(chosen) => {
            setPicking(false)
            chooseAccount(chosen)
            void router.invalidate()
          }}
        />
      )}
    </>
  )
}
