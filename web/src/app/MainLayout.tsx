import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts.ts'
import { useEffect, useState } from 'react'
import { AccountPicker } from '../domains/accounts/AccountPicker.tsx'
import { useFormats, fromUnix } from '../lib/formats.ts'
import { useIsOnline } from '../lib/online.ts'
import { save } from '../lib/saved-state.ts'
import { chooseAccount, useSession } from '../lib/session.ts'
import { InlineAlert } from '../ui/InlineAlert.tsx'
import { BottomBar } from './BottomBar.tsx'
import styles from './MainLayout.module.css'
import { firstPathOf, sectionsOf } from './sections.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

export function MainLayout() {
  const { account, user } = useSession()
  const [isPicking, setPicking] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const section = pathname.split('/')[1] ?? ''
  useEffect(() => save({ menu: section }), [section])

  // The session has just ended: the sign-in page is on its way.
  if (!account || !user) return null

  const choose = (chosen: Account) => {
    setPicking(false)
    if (chosen.uuid === account.uuid) return
    chooseAccount(chosen)
    // The same section on the other account, without what belonged to the first; or the first one it has.
    const same = sectionsOf(chosen).find(({ right }) => right === section)
    void navigate(same?.link ?? firstPathOf(chosen))
  }
  const pick = () => setPicking(true)
  return (
    <>
      <a className={styles.skip} href="#main">
        <Trans>Aller au contenu principal</Trans>
      </a>
      <div className={styles.app}>
        <Sidebar account={account} onPick={pick} canPick={user.accounts.count > 1} />
        <div className={styles.column}>
          <TopBar account={account} user={user} onPick={pick} canPick={user.accounts.count > 1} />
          <main className={styles.main} id="main" tabIndex={-1} key={account.uuid}>
            <Offline account={account} />
            <Outlet />
          </main>
        </div>
        <BottomBar account={account} />
      </div>
      {isPicking && <AccountPicker current={account} onChoose={choose} onClose={() => setPicking(false)} />}
    </>
  )
}

function Offline({ account }: { account: Account }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const date = dateTime(fromUnix(account.balance_date))
  return (
    !useIsOnline() && (
      <div className={styles.notice} role="status">
        <InlineAlert tone="warning" title={t`Vous êtes hors connexion`}>
          <Trans>Les montants affichés datent du {date}. Les virements sont suspendus jusqu’au retour du réseau.</Trans>
        </InlineAlert>
      </div>
    )
  )
}
