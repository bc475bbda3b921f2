import type { ReactNode } from 'react'
import styles from './Kbd.module.css'

/** The cap of a key. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={styles.cap}>{children}</kbd>
