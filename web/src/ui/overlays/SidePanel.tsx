import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useDialog } from './dialog.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './SidePanel.module.css'

// A scrollable area gets the focus, so that the keyboard can scroll it (WCAG 2.1.1).
const scrolled = { tabIndex: 0, role: 'region' } as const

/** A panel that opens from the right, full screen on a phone; the list stays behind it. */
export function SidePanel({
  title,
  onClose,
  onDismiss = onClose,
  hasAddress = true,
  nav,
  foot,
  children,
}: {
  title: string
  onClose: () => void
  /** By Escape, a press beside the panel, and Back, where this is not the same as the close button. */
  onDismiss?: () => void
  /** Whether the panel is a part of the address, so that going back closes it. */
  hasAddress?: boolean
  /** In the head: the position in a list, with previous and next. */
  nav?: ReactNode
  foot?: ReactNode
  children: ReactNode
}) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useDialog(onDismiss, !hasAddress)
  return (
    <dialog ref={dialog} className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.box}>
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {nav}
          <IconButton isAtEdge icon={X} label={t`Fermer le panneau`} onClick={onClose} />
        </div>
        <div className={styles.body} {...scrolled} aria-labelledby={titleId}>
          {children}
        </div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </dialog>
  )
}
