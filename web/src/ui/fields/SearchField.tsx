import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { cx } from '../cx.ts'
import styles from './Field.module.css'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { makeRoomBelow } from './make-room-below.ts'

type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** Called when the focus leaves the field and its own elements. */
  onLeave?: () => void
  describedBy?: string
  isLarge?: boolean
  hasFocus?: boolean
}

/** From this number on, choices can be searched. */
export const SEARCHED_FROM = 9

export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  onLeave,
  describedBy,
  isLarge = false,
  hasFocus = false,
}: Props) {
  const { t } = useLingui()
  return (
    <div className={cx(styles.search, isLarge && styles.searchLarge)}>
      <Icon shape={Search} size={isLarge ? 'md' : 'sm'} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={describedBy}
        data-first-focus={hasFocus || undefined}
        onChange={({ target }) => {
          makeRoomBelow(target)
          onChange(target.value)
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.parentElement?.contains(relatedTarget)) onLeave?.()
        }}
      />
      {value !== '' && <IconButton icon={X} size="sm" label={t`Effacer la recherche`} onClick={() => onChange('')} />}
    </div>
  )
}
