import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { useState } from 'react'
import { useFormats, fromUnix } from '../../lib/formats.ts'
import { dismissAddressNotice, useAddressNotice } from '../../lib/address-notice.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { mayChangeAccount } from '../../lib/forms/account-change.ts'
import { openCatalogue } from '../../lib/language.ts'
import { openAccount } from '../../lib/session/open-account.ts'
import { useSession } from '../../lib/session/session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { catalogues } from '../catalogues.ts'
import { BottomBar } from './BottomBar.tsx'
import { HeaderDialogHost, WritingHost } from './HeaderActions.tsx'
import { KeyboardHost } from '../header/KeyboardHost.tsx'
import styles from './MainLayout.module.css'
import { firstPathOf, sectionsOf } from '../sections.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

const AccountPicker = lazyPart(async () => {
  const [{ AccountPicker: Picker }] = await Promise.all([
    import('../../domains/accounts/AccountPicker.tsx'),
    openCatalogue(catalogues.accounts),
  ])
  return Picker
})

const FactorNotice = lazyPart(async () => (await import('./FactorNotice.tsx')).FactorNotice)

export function MainLayout() {
  const { account, user } = useSession()
  const [isPicking, setPicking] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const section = pathname.split('/')[1] ?? ''

  // The session has just ended: the sign-in page is about to open.
  if (!account || !user) return null

  const choose = async (chosen: Account) => {
    setPicking(false)
    if (chosen.uuid === account.uuid || !(await mayChangeAccount())) return
    openAccount(chosen)
    // The same section on the other account, without the filters of the first; or the first section it has.
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
            <Notices account={account} />
            {user.factor_due_at !== null && user.factors.length === 0 && <FactorNotice due={user.factor_due_at} />}
            <Outlet />
          </main>
        </div>
        <BottomBar account={account} />
      </div>
      <HeaderDialogHost />
      <WritingHost />
      <KeyboardHost account={account} onAccount={(chosen) => void choose(chosen)} />
      {isPicking && (
        <AccountPicker current={account} onChoose={(chosen) => void choose(chosen)} onClose={() => setPicking(false)} />
      )}
    </>
  )
}

/** Notices on every screen of the account: it is blocked or closed, or the network is unavailable. */
function Notices({ account }: { account: Account }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const addressNotice = useAddressNotice(useLocation())
  const { dateTime } = useFormats()
  const date = dateTime(fromUnix(account.balance_date))
  const isStopped = account.status_group === 'blocked' || account.status_group === 'closed'
  return (
    <>
      {isStopped && (
        <div className={styles.notice}>
          <InlineAlert tone="warning" title={t`Ce compte est bloqué ou clos : aucun débit n’est possible.`} />
        </div>
      )}
      <div role="status">
        {addressNotice && (
          <div className={styles.notice}>
            <InlineAlert
              tone="info"
              title={
                addressNotice === 'no-access'
                  ? t`Vous n’avez pas accès à cette page sur ce compte.`
                  : t`Un filtre de l’adresse n’est pas valable et a été ignoré.`
              }
              onClose={dismissAddressNotice}
            />
          </div>
        )}
        {!isOnline && (
          <div className={styles.notice}>
            <InlineAlert tone="warning" title={t`Vous êtes hors connexion`}>
              <Trans>
                Les montants affichés datent du {date}. Les virements sont suspendus jusqu’au retour du réseau.
              </Trans>
            </InlineAlert>
          </div>
        )}
      </div>
    </>
  )
}
