import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { Menu } from './Menu.tsx'
import styles from './RowMenu.module.css'

type Props = { label: string; disabled?: boolean; children: (close: () => void) => ReactNode }

/** The actions of a row, behind its three dots. */
export function RowMenu({ label, disabled = false, children }: Props) {
  return (
    <Menu
      label={label}
      align="end"
      trigger={(trigger) => (
        <button type="button" {...trigger} className={styles.dots} aria-label={label} disabled={disabled}>
          <Icon shape={EllipsisVertical} />
        </button>
      )}
    >
      {children}
    </Menu>
  )
}
