import { useMemo } from 'react'
import { WEAVE_HEIGHT, WEAVE_WIDTH, weavePaths } from './weave-pattern.ts'
import styles from './Weave.module.css'

/** The signature of the bank: a woven cloth of three bands. Decoration only. */
export function Weave({ className }: { className: string | undefined }) {
  const paths = useMemo(weavePaths, [])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WEAVE_WIDTH} ${WEAVE_HEIGHT}`}
      preserveAspectRatio="xMinYMid slice"
      aria-hidden
      shapeRendering="crispEdges"
    >
      <path className={styles.mango} d={`M0 0h8v${WEAVE_HEIGHT}H0z`} />
      <path className={styles.dark} d={`M112 0h16v${WEAVE_HEIGHT}h-16zM232 0h16v${WEAVE_HEIGHT}h-16z`} />
      {paths.map(({ thread, path }) => (
        <path key={thread} className={styles[thread]} d={path} />
      ))}
    </svg>
  )
}
