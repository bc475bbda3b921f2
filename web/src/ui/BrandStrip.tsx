import { useId } from 'react'
import styles from './BrandStrip.module.css'

// One diamond and half of its neighbours, in cells of five.
const THREADS =
  'M30 15h5v5h-5zM25 20h15v5h-15zM20 25h10v5h-10zM35 25h10v5h-10zM15 30h10v5h-10zM40 30h10v5h-10zM10 35h10v5h-10zM30 35h5v5h-5zM45 35h10v5h-10zM5 40h10v5h-10zM25 40h15v5h-15zM50 40h10v5h-10zM0 45h10v5h-10zM20 45h10v5h-10zM35 45h10v5h-10zM55 45h10v5h-10zM5 50h10v5h-10zM25 50h15v5h-15zM50 50h10v5h-10zM10 55h10v5h-10zM30 55h5v5h-5zM45 55h10v5h-10zM15 60h10v5h-10zM40 60h10v5h-10zM20 65h10v5h-10zM35 65h10v5h-10zM25 70h15v5h-15z'

/** A strip of the brand pattern at the edge of a ticket, a proof or a sent batch. Fills its container. */
export function BrandStrip() {
  const id = useId()
  return (
    <svg className={styles.strip} aria-hidden shapeRendering="crispEdges">
      <defs>
        <pattern id={id} width="65" height="70" patternUnits="userSpaceOnUse" patternTransform="translate(0 -30)">
          <path className={styles.thread} d={THREADS} />
          <path className={styles.accent} d="M30 45h5v5h-5z" />
        </pattern>
      </defs>
      <rect className={styles.ground} width="100%" height="100%" />
      <rect fill={`url(#${id})`} width="100%" height="100%" />
    </svg>
  )
}
