import { tintOfCategory } from 'contract/values/identity.ts'
import { useIdentityIcons } from '../../../shell/identity-icon-store.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './CategoryChip.module.css'

type Props = {
  label: string
  /** The accessible name, where the label does not describe the action. */
  name?: string
  /** Absent: a touch acts at once. */
  isPressed?: boolean
  isDisabled?: boolean
  onPress: () => void
}

/** A category with its glyph and tint. */
export function CategoryChip({ label, name, isPressed, isDisabled = false, onPress }: Props) {
  const tint = tintOfCategory(label)
  const icon = useIdentityIcons()?.tintIcons[tint]
  return (
    <button
      type="button"
      className={styles.chip}
      data-tint={tint}
      aria-pressed={isPressed}
      aria-label={name}
      disabled={isDisabled}
      onClick={onPress}
    >
      {icon && <Icon shape={icon} size="sm" />}
      {label}
    </button>
  )
}
