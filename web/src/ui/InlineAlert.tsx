import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import styles from './InlineAlert.module.css'

const icons = { danger: CircleAlert, warning: TriangleAlert, info: Info, success: CircleCheck }

type Props = { tone: keyof typeof icons; title: ReactNode; children?: ReactNode; ref?: Ref<HTMLDivElement> }

/** In the page, stays. A danger interrupts screen readers; the others are read in their turn. */
export function InlineAlert({ tone, title, children, ref }: Props) {
  return (
    <div ref={ref} className={cx(styles.alert, styles[tone])} role={tone === 'danger' ? 'alert' : 'note'} tabIndex={-1}>
      <Icon shape={icons[tone]} />
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.text}>{children}</div>}
      </div>
    </div>
  )
}
