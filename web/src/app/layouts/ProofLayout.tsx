import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '../../lib/api/query.ts'
import { LanguageSwitch } from '../../shell/LanguageSwitch.tsx'
import { Logo } from '../../shell/Logo.tsx'
import styles from './ProofLayout.module.css'

/** The layout of the public page that checks a proof of transfer: no session, no menu. */
export function ProofLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.layout}>
        <header className={styles.head}>
          <Logo />
          <LanguageSwitch />
        </header>
        <main className={styles.main}>
          <Outlet />
        </main>
      </div>
    </QueryClientProvider>
  )
}
