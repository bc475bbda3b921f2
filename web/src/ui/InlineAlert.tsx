import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './InlineAlert.module.css'

const icons = { danger: CircleAlert, warning: TriangleAlert, info: Info, success: CircleCheck }

type Props = {
  tone: keyof typeof icons
  title: ReactNode
  children?: ReactNode
  /** What answers the message, at its end. */
  action?: ReactNode
  onClose?: () => void
  ref?: Ref<HTMLDivElement>
}

/** A permanent message in the page. A danger interrupts screen readers; the others are announced politely. */
export function InlineAlert({ tone, title, children, action, onClose, ref }: Props) {
  const { t } = useLingui()
  return (
    <div ref={ref} className={cx(styles.alert, styles[tone])} role={tone === 'danger' ? 'alert' : 'note'} tabIndex={-1}>
      <Icon shape={icons[tone]} />
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.text}>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {onClose && <IconButton icon={X} size="sm" label={t`Fermer le message`} onClick={onClose} />}
    </div>
  )
}
