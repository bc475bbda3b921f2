import { Trans } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { Icon } from '../Icon.tsx'

export type FieldLabels = {
  label: ReactNode
  help?: ReactNode
  /** The error sentence, or null. */
  error?: string | null
  isOptional?: boolean
}

/** The attributes by which label, help and error belong to the field's control. */
export const describedBy = (id: string, { help, error }: FieldLabels) =>
  [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined

/** Label above, help and error below. The help stays when an error shows. */
export function Field({
  id,
  label,
  help,
  error,
  isOptional = false,
  children,
}: FieldLabels & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {isOptional && (
          <span className={styles.optional}>
            <Trans>facultatif</Trans>
          </span>
        )}
      </label>
      {children}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon shape={CircleAlert} size="sm" />
          {error}
        </p>
      )}
      {help && (
        <p className={styles.help} id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}
