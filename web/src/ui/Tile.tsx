import { cx } from './cx.ts'
import { Icon, type IconShape } from './Icon.tsx'
import styles from './Tile.module.css'

type Props = { tone?: 'plain' | 'in' | 'brand' | 'account'; size?: 'sm' | 'md' | 'lg'; className?: string | undefined } & (
  | { letters: string }
  | { icon: IconShape }
)

/** The square before a row: two letters or a picture. Decoration, so it is silent. */
export function Tile({ tone = 'plain', size = 'md', className, ...content }: Props) {
  return (
    <span
      className={cx(styles.tile, styles[tone], styles[size], className)}
      data-letters={'letters' in content ? content.letters : undefined}
      aria-hidden
    >
      {'icon' in content && <Icon shape={content.icon} />}
    </span>
  )
}

export const Avatar = ({ letters }: { letters: string }) => <span className={styles.avatar} data-letters={letters} aria-hidden />
