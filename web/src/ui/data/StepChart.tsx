import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { cx } from '../cx.ts'
import { stepPath } from './step-path.ts'
import styles from './StepChart.module.css'

type Props = {
  /** A sentence that describes the curve, for screen readers. */
  summary: string
  points: readonly { value: number; title: string; detail: string }[]
  /** The values of the horizontal lines, lowest first; the first is the baseline. */
  ticks: readonly { value: number; label: string }[]
  marks: readonly { index: number; label: string }[]
  /** The last known point; those after it are a forecast. */
  now?: number
  /** The number of points for which there is room: those of a forecast that is still loaded are missing. */
  room?: number
}

const WIDTH = 720
const HEIGHT = 196

/** A chart of a balance, which changes in steps. Values are read with the pointer, a finger or the arrow keys. */
export function StepChart({ summary, points, ticks, marks, now = points.length - 1, room = points.length }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const last = points.length - 1
  const low = ticks[0]?.value ?? 0
  // A line at the baseline if there is nothing above it.
  const high = Math.max(ticks.at(-1)?.value ?? 0, low + 1)
  const height = (value: number) => ((high - value) / (high - low)) * 100
  const left = (index: number) => (index / (room - 1)) * 100
  const positions = points.map(({ value }, index) => ({
    x: (left(index) / 100) * WIDTH,
    y: (height(value) / 100) * HEIGHT,
  }))
  const line = stepPath(positions.slice(0, now + 1))
  const forecast = now < last ? stepPath(positions.slice(now)) : null
  const baseline = (height(Math.min(Math.max(0, low), high)) / 100) * HEIGHT
  const visible = at === null ? null : points[at]

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setAt(Math.min(last, Math.max(0, Math.round(((event.clientX - box.left) / box.width) * (room - 1)))))
  }
  const step = (event: KeyboardEvent) => {
    const from = at ?? now
    const next = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') return setAt(null)
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  const current = points[at ?? now]
  return (
    <figure className={styles.chart}>
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={summary}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? now}
        aria-valuetext={current && `${current.title}, ${current.detail}`}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={step}
      >
        {room > now + 1 && <span className={styles.zone} style={{ left: `${left(now)}%` }} />}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {ticks.map(({ value }) => (
            <line
              key={value}
              className={styles.grid}
              x1="0"
              x2={WIDTH}
              y1={(height(value) / 100) * HEIGHT}
              y2={(height(value) / 100) * HEIGHT}
            />
          ))}
          <path className={styles.fill} d={`${line} V${baseline} H0Z`} />
          <path className={styles.line} d={line} />
          {forecast && <path className={styles.ahead} d={forecast} />}
        </svg>
        {ticks.slice(1).map(({ value, label }) => (
          <span key={value} className={styles.tick} style={{ top: `${height(value)}%` }} aria-hidden>
            {label}
          </span>
        ))}
        <span className={styles.dot} style={{ left: `${left(now)}%`, top: `${height(points[now]?.value ?? low)}%` }} />
        {visible && at !== null && (
          <>
            <span className={styles.cross} style={{ left: `${left(at)}%` }} />
            <span className={styles.dot} style={{ left: `${left(at)}%`, top: `${height(visible.value)}%` }} />
            <span
              className={cx(styles.tip, left(at) > 60 && styles.tipBefore)}
              style={{ left: `${left(at)}%` }}
              aria-hidden
            >
              <b>{visible.title}</b>
              {visible.detail}
            </span>
          </>
        )}
      </div>
      <div className={styles.marks} aria-hidden>
        {marks.map(({ index, label }) => (
          <span
            key={index}
            className={cx(index === 0 && styles.first, index === room - 1 && styles.last)}
            style={{ left: `${left(index)}%` }}
          >
            {label}
          </span>
        ))}
      </div>
    </figure>
  )
}
