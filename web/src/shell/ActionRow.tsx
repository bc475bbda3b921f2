import type { ReactNode } from 'react'
import type { IconShape } from '../ui/Icon.tsx'
import { Tile } from '../ui/Tile.tsx'
import styles from './ActionRow.module.css'
import { RowError } from './RowError.tsx'

/** A list of devices, passkeys and other things that each have their buttons. */
export const ActionRows = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>

type Props = {
  icon: IconShape
  isCurrent?: boolean
  isOver?: boolean
  name: string
  notes: string[]
  error?: Error | null
  /** The buttons. */
  children?: ReactNode
}

export function ActionRow({ icon, isCurrent = false, isOver = false, name, notes, error = null, children }: Props) {
  return (
    <li className={isOver ? styles.over : undefined}>
      <Tile icon={icon} tone={isCurrent ? 'brand' : 'plain'} />
      <div className={styles.text}>
        <b>{name}</b>
        {notes.map((note) => (
          <span key={note} className="small muted num">
            {note}
          </span>
        ))}
        <RowError error={error} />
      </div>
      {children}
    </li>
  )
}
