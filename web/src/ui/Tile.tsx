import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconShape } from './Icon.tsx'
import styles from './Tile.module.css'

type Props = {
  tone?: 'plain' | 'in' | 'brand' | 'account'
  size?: 'sm' | 'md' | 'lg'
  className?: string | undefined
} & ({ letters: string } | { icon: IconShape } | { drawing: ReactNode })

/** The square before a row: initials, a picture or a sign. Decorative, so hidden from screen readers. */
export function Tile({ tone = 'plain', size = 'md', className, ...content }: Props) {
  return (
    <span
      className={cx(styles.tile, styles[tone], styles[size], className)}
      data-letters={'letters' in content ? content.letters : undefined}
      aria-hidden
    >
      {'icon' in content && <Icon shape={content.icon} />}
      {'drawing' in content && content.drawing}
    </span>
  )
}

/** A person: the picture, or initials. */
export function Avatar({
  letters,
  picture = null,
  size = 'md',
}: {
  letters: string
  picture?: string | null
  size?: 'md' | 'lg'
}) {
  const className = cx(styles.avatar, size === 'lg' && styles.avatarLarge)
  return picture ? (
    <img className={className} src={picture} alt="" />
  ) : (
    <span className={className} data-letters={letters} aria-hidden />
  )
}
