import styles from './Switch.module.css'

type Props = { label: string; isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void }

/** On or off, at once. */
export const Switch = ({ label, isOn, isDisabled = false, onChange }: Props) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    aria-label={label}
    disabled={isDisabled}
    className={styles.switch}
    onClick={() => onChange(!isOn)}
  />
)
