import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconShape } from '../Icon.tsx'
import styles from './Identity.module.css'

export type IdentityMark = {
  state: 'upcoming' | 'pending' | 'late' | 'refused' | 'unpaid' | 'returned'
  /** Null until it is loaded. */
  icon: IconShape | null
}

export type IdentityAvatarProps = {
  /** One of the tints of the tokens: `food`, `p1`, `neutral`. */
  tint: string
  /** A person is round; everything else is square. */
  isRound?: boolean
  /** 32, 40 or 56 px: in dense lists, in lists, in a detail. */
  size?: 'sm' | 'md' | 'lg'
  mark?: IdentityMark | null
} & ({ initials: string } | { icon: IconShape | null } | { drawing: ReactNode })

/** The picture of who money goes to or comes from. Decorative: the name stands beside it. */
export function IdentityAvatar({ tint, isRound = false, size = 'md', mark, ...content }: IdentityAvatarProps) {
  return (
    <span
      className={cx(styles.avatar, size !== 'md' && styles[size], isRound && styles.round)}
      data-tint={tint}
      data-initials={'initials' in content ? content.initials : undefined}
      aria-hidden
    >
      {'icon' in content && content.icon && <Icon shape={content.icon} className={styles.glyph} />}
      {'drawing' in content && content.drawing}
      {mark && (
        <span className={cx(styles.mark, styles[mark.state])}>
          {mark.icon && <Icon shape={mark.icon} size="xs" className={styles.markGlyph} />}
        </span>
      )}
    </span>
  )
}

type Props = {
  avatar: ReactNode
  /** The name, or the link that bears it. */
  name: ReactNode
  memo?: ReactNode
  /** At the end of the row: the amount, and the state under it. */
  end?: ReactNode
}

/** Picture, name and second line, with the amount at the end. One line each; a name takes two lines on a phone. */
export function IdentityRow({ avatar, name, memo, end }: Props) {
  return (
    <div className={styles.row}>
      {avatar}
      <div className={styles.text}>
        <span className={styles.name}>{name}</span>
        {memo && <span className={styles.memo}>{memo}</span>}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </div>
  )
}

/** The word of a state, under an amount. */
export function IdentityState({ state, children }: { state: IdentityMark['state']; children: ReactNode }) {
  return <span className={cx(styles.state, styles[state])}>{children}</span>
}
