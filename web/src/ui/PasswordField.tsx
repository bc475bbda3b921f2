import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from './cx.ts'
import { describedBy, Field, type FieldWords } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from './IconButton.tsx'
import type { FieldControl } from './TextField.tsx'

export function PasswordField({
  label,
  help,
  error,
  onChange,
  autoComplete,
  ...control
}: FieldWords & FieldControl & { autoComplete: 'current-password' | 'new-password' }) {
  const { t } = useLingui()
  const id = useId()
  const [isShown, setShown] = useState(false)
  const words = { label, help, error: error ?? null }
  return (
    <Field id={id} {...words}>
      <div className={cx(styles.wrap, error && styles.wrapInvalid)}>
        <input
          {...control}
          id={id}
          type={isShown ? 'text' : 'password'}
          className={styles.input}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, words)}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? t`Masquer le mot de passe` : t`Afficher le mot de passe`}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Field>
  )
}
