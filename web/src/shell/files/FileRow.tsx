import { useLingui } from '@lingui/react/macro'
import { Eye, FileText, Image, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './FileRow.module.css'

type RowProps = {
  name: string
  isPicture: boolean
  size: number
  onView: () => void
  onRemove?: () => void
  mark?: ReactNode
}

/** One file with its actions. */
export function FileRow({ name, isPicture, size, onView, onRemove, mark }: RowProps) {
  const { t } = useLingui()
  const { fileSize } = useFormats()
  return (
    <li className={styles.file}>
      <span className={styles.icon}>
        <Icon shape={isPicture ? Image : FileText} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={cx(styles.meta, 'num')}>
          {isPicture ? t`Image` : 'PDF'} · {fileSize(size)}
        </span>
      </span>
      {mark}
      <IconButton size="sm" icon={Eye} label={t`Voir ${name}`} onClick={onView} />
      {onRemove && <IconButton size="sm" icon={Trash2} label={t`Retirer ${name}`} onClick={onRemove} />}
    </li>
  )
}

/** Rows of existing files, outside a field. */
export const FileList = ({ children }: { children: ReactNode }) => <ul className={styles.files}>{children}</ul>
