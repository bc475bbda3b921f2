import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/fields/TextField.tsx'

type Props = { value: string; error: string | null; onChange: (code: string) => void }

/** The field of a one-time code of an application; a recovery code is accepted too. */
export function CodeField({ value, error, onChange }: Props) {
  const { t } = useLingui()
  return (
    <TextField
      name="code"
      label={t`Code à six chiffres`}
      help={t`De votre application de codes, ou l’un de vos codes de secours.`}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      isNumeric
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
