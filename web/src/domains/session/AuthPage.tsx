import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScreenTitle } from '../../shell/use-screen-title.ts'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import styles from './AuthPage.module.css'

type Props = {
  title: string
  intro?: ReactNode
  /** A round icon above the title, for pages that show an outcome. */
  mark?: { icon: IconShape; tone: 'success' | 'warning' }
  hasBack?: boolean
  children: ReactNode
}

/** The head of a page for signed-out users. */
export function AuthPage({ title, intro, mark, hasBack = false, children }: Props) {
  const heading = useScreenTitle(title)
  return (
    <>
      {hasBack && (
        <Link className={styles.back} {...paths.login()}>
          <Icon shape={ChevronLeft} size="sm" />
          <Trans>Connexion</Trans>
        </Link>
      )}
      {mark && (
        <span className={cx(styles.mark, mark.tone === 'warning' && styles.warning)}>
          <Icon shape={mark.icon} />
        </span>
      )}
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.intro}>{intro}</p>
      {children}
    </>
  )
}

export const AfterPage = ({ children }: { children: ReactNode }) => <p className={styles.after}>{children}</p>
