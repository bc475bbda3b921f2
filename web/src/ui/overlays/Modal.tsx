import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { useDialog } from './dialog.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './Modal.module.css'

type Props = {
  title: string
  /** Absent: the dialog has no close button. */
  onClose?: (() => void) | undefined
  /** By Escape, a press beside the dialog, and Back, where this is not the same as the close button. */
  onDismiss?: (() => void) | undefined
  takesBack?: boolean | undefined
  foot?: ReactNode
  size?: 'md' | 'wide' | 'tall'
  children: ReactNode
}

/** A dialog for a confirmation or a short form. A bottom sheet on a phone. */
export function Modal({ title, onClose, onDismiss = onClose, takesBack, foot, size = 'md', children }: Props) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useDialog(onDismiss ?? null, takesBack)
  return (
    <dialog
      ref={dialog}
      className={cx(styles.modal, size !== 'md' && styles.wide, size === 'tall' && styles.tall)}
      aria-labelledby={titleId}
    >
      <div className={styles.box}>
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {onClose && <IconButton isAtEdge icon={X} label={t`Fermer`} onClick={onClose} />}
        </div>
        <div className={styles.body}>{children}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </dialog>
  )
}
