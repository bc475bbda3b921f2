import { Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './FlowFrame.module.css'
import { Logo } from '../Logo.tsx'

type Props = {
  title: string
  quit: LinkProps
  /** Beside the page; under it on a phone. Null: the page is one column. */
  side: ReactNode
  children: ReactNode
}

/** A page with one task, without the menu: the form, and its summary beside it. */
export function FlowFrame({ title, quit, side, children }: Props) {
  return (
    <div className={styles.flow}>
      <header className={styles.head}>
        <span className={cx(styles.logo, 'from-tablet')}>
          <Logo />
        </span>
        <p className={styles.title}>{title}</p>
        <Link className={styles.quit} {...quit} preload={false}>
          <span className="from-tablet">
            <Trans>Quitter</Trans>
          </span>
          <Icon shape={X} />
          <span className="sr on-phone">
            <Trans>Quitter</Trans>
          </span>
        </Link>
      </header>
      <div className={cx(styles.grid, side === null && styles.single)}>
        <main className={styles.main} id="main">
          {children}
        </main>
        {side}
      </div>
    </div>
  )
}
