import { cx } from '../../ui/cx.ts'
import styles from './MiniCard.module.css'

/** A small picture of a card before its name. */
export const MiniCard = ({ isOff = false }: { isOff?: boolean }) => (
  <span className={cx(styles.mini, isOff && styles.off)} aria-hidden />
)
