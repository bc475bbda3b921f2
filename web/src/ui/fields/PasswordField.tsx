import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../cx.ts'
import { describedBy, Field, type FieldLabels } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from '../IconButton.tsx'
import type { FieldControl } from './TextField.tsx'

export function PasswordField({
  label,
  help,
  error,
  onChange,
  autoComplete,
  ...control
}: FieldLabels & FieldControl & { autoComplete: 'current-password' | 'new-password' }) {
  const { t } = useLingui()
  const id = useId()
  const [isVisible, setVisible] = useState(false)
  const labels = { label, help, error: error ?? null }
  return (
    <Field id={id} {...labels}>
      <div className={cx(styles.wrap, error && styles.wrapInvalid)}>
        <input
          {...control}
          id={id}
          type={isVisible ? 'text' : 'password'}
          className={styles.input}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, labels)}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton
          icon={isVisible ? EyeOff : Eye}
          label={isVisible ? t`Masquer le mot de passe` : t`Afficher le mot de passe`}
          onClick={() => setVisible(!isVisible)}
        />
      </div>
    </Field>
  )
}
