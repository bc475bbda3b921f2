import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './FlowFrame.module.css'
import { Logo } from '../Logo.tsx'

type Props = {
  title: string
  steps: readonly string[]
  /** The current step; the number of steps once it is completed. */
  at: number
  onStep: (step: number) => void
  quit: LinkProps
  summary: ReactNode
  children: ReactNode
}

/** A page with one task: steps on the left, the form, its summary on the right. A counter and segments on a phone. */
export function FlowFrame({ title, steps, at, onStep, quit, summary, children }: Props) {
  const { t } = useLingui()
  const isDone = at >= steps.length
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
      {!isDone && (
        <div className={styles.progress} role="region" aria-label={t`Étapes`}>
          <p className="num">
            <Trans>
              Étape {at + 1} sur {steps.length}
            </Trans>
            <b>{steps[at]}</b>
          </p>
          <div className={styles.segments} aria-hidden>
            {steps.map((step, index) => (
              <span key={step} className={cx(index <= at && styles.on)} />
            ))}
          </div>
        </div>
      )}
      <div className={styles.grid}>
        <nav className={styles.steps} aria-label={t`Étapes`}>
          <ol>
            {steps.map((step, index) => (
              <li
                key={step}
                className={cx(index < at && styles.done, index === at && styles.now)}
                aria-current={index === at ? 'step' : undefined}
              >
                <span className={styles.number} aria-hidden>
                  {index < at ? <Icon shape={Check} size="xs" /> : index + 1}
                </span>
                {index < at && !isDone ? (
                  <button type="button" onClick={() => onStep(index)}>
                    {step}
                    <span className="sr">
                      {' '}
                      <Trans>(terminé)</Trans>
                    </span>
                  </button>
                ) : (
                  step
                )}
              </li>
            ))}
          </ol>
        </nav>
        <main className={styles.main} id="main">
          {children}
        </main>
        <aside className={styles.summary} aria-label={t`Récapitulatif`}>
          <h2 className="h3">
            <Trans>Récapitulatif</Trans>
          </h2>
          {summary}
        </aside>
      </div>
    </div>
  )
}

/** Back on the left, next on the right; at the bottom of a phone. */
export const FlowFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>
