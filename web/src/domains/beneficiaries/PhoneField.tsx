import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import { type FieldControl, TextField } from '../../ui/fields/TextField.tsx'
import { countriesQuery } from './beneficiary-queries.ts'
import styles from './BeneficiaryForm.module.css'

type Props = FieldControl & { error: string | null; dialCode: string; onDialCode: (code: string) => void }

/** A telephone number with a country code before it. */
export function PhoneField({ dialCode, onDialCode, ...control }: Props) {
  const { t } = useLingui()
  const countries = useQuery(countriesQuery()).data?.answer ?? []
  const isWhole = /^\s*(?:\+|00)/.test(control.value)
  const codes = countries.length > 0 ? countries : [{ code: 'SN', name: '', dial_code: '+221' }]
  // Several countries share a code: the first of them represents it once it is selected.
  const chosen =
    codes.find(({ code, dial_code }) => dial_code === dialCode && (dialCode !== '+1' || code === 'US')) ?? codes[0]
  return (
    <TextField
      {...control}
      label={t`Téléphone`}
      isOptional
      inputMode="tel"
      autoComplete="off"
      isNumeric
      maxLength={32}
      before={
        !isWhole && (
          <span className={styles.code}>
            <span aria-hidden>
              <span className="num">{dialCode}</span>
              <Icon shape={ChevronDown} size="xs" />
            </span>
            <select
              aria-label={t`Indicatif du pays`}
              value={chosen?.code}
              onChange={({ target }) =>
                onDialCode(codes.find(({ code }) => code === target.value)?.dial_code ?? dialCode)
              }
            >
              {codes.map(({ code, name, dial_code }) => (
                <option key={code} value={code}>
                  {`${name} (${dial_code})`}
                </option>
              ))}
            </select>
          </span>
        )
      }
    />
  )
}
