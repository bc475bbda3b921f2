import { useMemo } from 'react'
import { BRAND_PATTERN_HEIGHT, BRAND_PATTERN_WIDTH, brandPatternPaths } from './brand-pattern.ts'
import styles from './BrandPattern.module.css'

/** The bank's decorative pattern: a woven cloth of three bands. */
export function BrandPattern({ className }: { className: string | undefined }) {
  const paths = useMemo(brandPatternPaths, [])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${BRAND_PATTERN_WIDTH} ${BRAND_PATTERN_HEIGHT}`}
      preserveAspectRatio="xMinYMid slice"
      aria-hidden
      shapeRendering="crispEdges"
    >
      <path className={styles.mango} d={`M0 0h8v${BRAND_PATTERN_HEIGHT}H0z`} />
      <path
        className={styles.dark}
        d={`M112 0h16v${BRAND_PATTERN_HEIGHT}h-16zM232 0h16v${BRAND_PATTERN_HEIGHT}h-16z`}
      />
      {paths.map(({ thread, path }) => (
        <path key={thread} className={styles[thread]} d={path} />
      ))}
    </svg>
  )
}
