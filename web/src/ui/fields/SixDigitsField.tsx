import type { ComponentProps } from 'react'
import { TextField } from './TextField.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'name' | 'label' | 'value' | 'error' | 'onChange' | 'onBlur'>

/** A code of six digits, of an application or an e-mail. Spaces may be typed between them. */
export function SixDigitsField(props: Props) {
  return (
    <TextField autoComplete="one-time-code" inputMode="numeric" spellCheck={false} maxLength={9} isNumeric {...props} />
  )
}
