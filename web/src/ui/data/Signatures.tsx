import styles from './Signatures.module.css'

type Props = {
  /** The initials of the people who have signed. */
  given: readonly string[]
  needed: number
  /** "1 signature sur 2", for screen readers. */
  label: string
  /** "1 sur 2". */
  text: string
}

/** One disc for each signature that the rule asks for: given with initials, missing with a dashed ring. */
export function Signatures({ given, needed, label, text }: Props) {
  return (
    <span className={styles.signatures} role="img" aria-label={label}>
      {Array.from({ length: Math.max(needed, given.length) }, (_, at) => (
        <span
          key={at}
          className={given[at] === undefined ? styles.missing : styles.given}
          data-initials={given[at]}
          aria-hidden
        />
      ))}
      <span className={styles.text} aria-hidden>
        {text}
      </span>
    </span>
  )
}
