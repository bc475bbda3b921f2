import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { openSearch } from './keyboard.ts'
import styles from './SearchButton.module.css'

/** Opens the search. `isIcon`: without words, on a phone. */
export function SearchButton({ isIcon = false }: { isIcon?: boolean }) {
  const { t } = useLingui()
  if (isIcon) return <IconButton icon={Search} label={t`Rechercher`} onClick={openSearch} />
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openSearch}
    >
      <Icon shape={Search} size="sm" />
      <span className={styles.label}>
        <Trans>Rechercher</Trans>
      </span>
      <kbd className={cx(styles.key, 'by-pointer')} aria-hidden>
        Ctrl K
      </kbd>
    </button>
  )
}
