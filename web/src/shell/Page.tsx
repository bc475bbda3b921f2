import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import styles from './Page.module.css'
import { useScreenTitle } from './use-screen-title.ts'

type Props = {
  heading: string
  isHeadingHidden?: boolean
  context?: ReactNode
  back?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
  children: ReactNode
}

/** The head of a screen: back link, one h1, one line of context, actions on the right, then tabs. */
export function Page({ heading, isHeadingHidden = false, context, back, actions, tabs, children }: Props) {
  const title = useScreenTitle(heading)
  if (isHeadingHidden)
    return (
      <>
        <h1 className="sr" ref={title} tabIndex={-1}>
          {heading}
        </h1>
        {children}
      </>
    )
  return (
    <>
      <div className={cx(styles.head, Boolean(tabs) && styles.withTabs)}>
        {back && <p className={cx(styles.back, 'no-print')}>{back}</p>}
        <div className={styles.row}>
          <div className={styles.text}>
            <h1 className="h1" ref={title} tabIndex={-1}>
              {heading}
            </h1>
            {context && <p className={styles.context}>{context}</p>}
          </div>
          {actions && <div className={cx(styles.actions, 'no-print')}>{actions}</div>}
        </div>
        {tabs}
      </div>
      {children}
    </>
  )
}
