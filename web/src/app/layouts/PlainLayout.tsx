import { Trans } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { LanguageSwitch } from '../../shell/LanguageSwitch.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Logo } from '../../shell/Logo.tsx'
import styles from './PlainLayout.module.css'

/** The layout of signed-in users without an account or rights: no menu. */
export function PlainLayout() {
  return (
    <div className={styles.layout}>
      <header className={styles.head}>
        <Logo />
        <div className={styles.acts}>
          <LanguageSwitch />
          <LinkButton {...paths.logout()} preload={false} variant="quiet" icon={LogOut} isIconOnPhone>
            <Trans>Se déconnecter</Trans>
          </LinkButton>
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.box}>
          <Outlet />
        </div>
      </main>
    </div>
  )
}
