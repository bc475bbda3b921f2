import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDialog } from './dialog.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './Sheet.module.css'

/** A sheet that opens from the bottom of a phone. */
export function Sheet({
  label,
  head,
  onClose,
  children,
}: {
  label: string
  head: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useLingui()
  const dialog = useDialog(onClose)
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={label}>
      <div className={styles.box}>
        <div className={styles.head}>
          <h2 className={styles.title} tabIndex={-1}>
            {head}
          </h2>
          <IconButton icon={X} label={t`Fermer le menu`} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
