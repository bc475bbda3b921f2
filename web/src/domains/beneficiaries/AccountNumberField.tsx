import { Trans, useLingui } from '@lingui/react/macro'
import { problems } from 'contract/problems.ts'
import { CircleCheck } from 'lucide-react'
import { translate } from '../../lib/language.ts'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { type FieldControl, TextField } from '../../ui/fields/TextField.tsx'
import styles from './BeneficiaryForm.module.css'
import type { Checked } from './use-account-check.ts'

type Props = FieldControl & { error: string | null; checked: Checked; hasNoIban: boolean }

/**
 * A field for an IBAN or a RIB, with any spaces. The server validates it while typing, and returns bank, branch and
 * masked holder.
 */
export function AccountNumberField({
  error,
  checked: { check, isChecking, checkError },
  hasNoIban,
  ...control
}: Props) {
  const { t } = useLingui()
  const wrong = !hasNoIban && check?.code ? translate(problems[check.code]) : null
  const isRight = !hasNoIban && check?.valid === true
  return (
    <>
      <TextField
        {...control}
        label={hasNoIban ? t`Numéro de compte` : t`IBAN ou RIB`}
        help={
          hasNoIban ? null : (
            <span role="status">
              {checkError ??
                (isChecking
                  ? t`Vérification du compte`
                  : t`28 caractères pour un compte au Sénégal, 24 pour un RIB. Les espaces sont sans importance.`)}
            </span>
          )
        }
        error={error ?? wrong}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={80}
        isNumeric
        after={
          isRight && (
            <span className={styles.valid}>
              <Icon shape={CircleCheck} size="sm" />
              <Trans>IBAN valide</Trans>
            </span>
          )
        }
      />
      {isRight && check.holder_masked && (
        <InlineAlert tone="info" title={t`Titulaire du compte : ${check.holder_masked}`}>
          <Trans>Ce nom doit correspondre à celui de la personne que vous voulez payer.</Trans>
        </InlineAlert>
      )}
    </>
  )
}
