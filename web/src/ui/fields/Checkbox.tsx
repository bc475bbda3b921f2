import type { InputHTMLAttributes } from 'react'
import styles from './checkbox.module.css'

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'tabIndex' | 'disabled'> & {
  checked: boolean
  /** Some of what it stands for is chosen. */
  isMixed?: boolean
  onChange: (isChecked: boolean) => void
}

/** The box alone; its label is around it or in `aria-label`. */
export const Checkbox = ({ isMixed = false, onChange, ...rest }: Props) => (
  <input
    {...rest}
    type="checkbox"
    className={styles.box}
    ref={(box) => {
      if (box) box.indeterminate = isMixed
    }}
    onChange={({ target }) => onChange(target.checked)}
  />
)
