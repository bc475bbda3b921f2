import { Trans, useLingui } from '@lingui/react/macro'
import { problems } from 'contract/problems.ts'
import { CircleCheck, ClipboardPaste } from 'lucide-react'
import { useId } from 'react'
import { translate } from '../../lib/language.ts'
import { cx } from '../../ui/cx.ts'
import { Field, describedBy } from '../../ui/fields/Field.tsx'
import type { FieldControl } from '../../ui/fields/TextField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import field from '../../ui/fields/Field.module.css'
import styles from './BeneficiaryForm.module.css'
import type { Checked } from './use-account-check.ts'

type Props = FieldControl & { error: string | null; checked: Checked; hasNoIban: boolean }

/**
 * A field for an IBAN or a RIB, with any spaces, typed or pasted. The server validates it while typing, and the bank
 * that it recognises stands under the number.
 */
export function AccountNumberField({
  error,
  checked: { check, isChecking, checkError },
  hasNoIban,
  onChange,
  ...control
}: Props) {
  const { t } = useLingui()
  const id = useId()
  const wrong = !hasNoIban && check?.code ? translate(problems[check.code]) : null
  const found = !hasNoIban && check?.valid ? check : null
  const bank = [found?.bank_name, found?.branch_name].filter(Boolean).join(', ')
  const labels = {
    label: hasNoIban ? t`Numéro de compte` : t`IBAN ou RIB`,
    help: hasNoIban ? null : (
      <span role="status">
        {checkError ??
          (isChecking
            ? t`Vérification du compte`
            : t`28 caractères pour un compte au Sénégal, 24 pour un RIB. Les espaces sont sans importance.`)}
      </span>
    ),
    error: error ?? wrong,
  }
  // Firefox reads the clipboard only by its own paste.
  const paste =
    typeof navigator.clipboard?.readText === 'function' && control.value === ''
      ? () =>
          void navigator.clipboard.readText().then(
            (text) => onChange(text.trim()),
            () => undefined,
          )
      : null
  return (
    <Field id={id} {...labels}>
      <div className={cx(field.frame, styles.number, labels.error && field.wrapInvalid)}>
        <div className={styles.numberLine}>
          <input
            {...control}
            id={id}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={80}
            aria-invalid={labels.error ? true : undefined}
            aria-describedby={describedBy(id, labels)}
            onChange={(event) => onChange(event.target.value)}
          />
          {paste && (
            <button type="button" onClick={paste}>
              <Icon shape={ClipboardPaste} size="sm" />
              <Trans>Coller</Trans>
            </button>
          )}
        </div>
        <div role="status">
          {found && (
            <p className={styles.found}>
              <Icon shape={CircleCheck} size="sm" />
              <span>
                {bank === '' ? <Trans>IBAN valide</Trans> : <b>{bank}</b>}
                {bank !== '' && (
                  <>, {found.bank_code === null ? <Trans>IBAN valide</Trans> : <Trans>compte reconnu</Trans>}</>
                )}
              </span>
            </p>
          )}
        </div>
      </div>
    </Field>
  )
}
