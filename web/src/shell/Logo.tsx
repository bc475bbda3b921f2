import { brand } from '../lib/brand.ts'
import styles from './Logo.module.css'

export function Logo() {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} viewBox="0 0 28 28" aria-hidden>
        <rect width="28" height="28" rx="7" fill="var(--brand-700)" />
        <path d="M14 4.5 L23.5 14 L14 23.5 L4.5 14Z" fill="none" stroke="#fff" strokeWidth="2" />
        <path d="M14 9.6 L18.4 14 L14 18.4 L9.6 14Z" fill="var(--brand-thread-1)" />
      </svg>
      <span className={styles.name}>
        {brand.first} <b>{brand.last}</b>
      </span>
    </span>
  )
}
