import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

// Small pictures on the middle band of the pattern, cell by cell: x, y, width, height.
const motifs = {
  lines: [
    [48, 20, 16, 4],
    [48, 28, 16, 4],
    [48, 36, 8, 4],
  ],
  problem: [
    [54, 16, 4, 20],
    [54, 42, 4, 4],
  ],
  search: [
    [52, 20, 8, 4],
    [48, 24, 4, 8],
    [60, 24, 4, 8],
    [52, 32, 8, 4],
    [64, 36, 4, 4],
    [68, 40, 4, 4],
  ],
} as const

type Props = {
  motif: keyof typeof motifs
  title: string
  children?: ReactNode
  action?: ReactNode
  foot?: ReactNode
  isSmall?: boolean
  /** It is the whole page: its title is the heading of the page. */
  isPage?: boolean
}

/** An empty state: describes what would be displayed, with one action. */
export function EmptyState({ motif, title, children, action, foot, isSmall = false, isPage = false }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={isSmall ? `${styles.empty} ${styles.small}` : styles.empty}>
      {!isSmall && (
        <svg
          className={styles.art}
          width="112"
          height="64"
          viewBox="0 0 112 64"
          aria-hidden
          shapeRendering="crispEdges"
        >
          <path className={styles.bands} d="M0 0h32v64H0zM40 0h32v64H40zM80 0h32v64H80z" />
          <path
            className={styles.motif}
            d={motifs[motif].map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h-${w}z`).join('')}
          />
        </svg>
      )}
      <Title className={styles.title}>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
      {foot && <p className={styles.foot}>{foot}</p>}
    </div>
  )
}
