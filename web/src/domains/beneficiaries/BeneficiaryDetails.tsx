import { useLingui } from '@lingui/react/macro'
import {
  BENEFICIARY_COMMENT_MAX_LENGTH,
  type BeneficiaryDetail,
  type NewBeneficiary,
} from 'contract/transfers/beneficiaries.ts'
import type { useForm } from '../../lib/forms/use-form.ts'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'
import { type BeneficiaryDraft, payeeKindOf } from './beneficiary-draft.ts'
import { AddressCountryField, ListsField, type RibChange, RibField } from './BeneficiaryFields.tsx'
import styles from './BeneficiaryForm.module.css'
import { PhoneField } from './PhoneField.tsx'

type Form = ReturnType<typeof useForm<BeneficiaryDraft, NewBeneficiary>>

const textFields = ['code', 'email', 'phone', 'address', 'zip', 'city', 'comment', 'social_security_number'] as const
const foldedFields = [...textFields, 'address_country'] as const

/** The folded fields, by the names of the server: an error in one of them opens the fold. */
export const detailFields = [...foldedFields, 'lists', 'rib'] as const

export const hasDetails = (draft: BeneficiaryDraft) => foldedFields.some((field) => draft[field] !== '')

/** The properties of a field that may stay empty. */
export const optional = (form: Form, name: Exclude<(typeof textFields)[number], 'phone'> | 'bic' | 'bank_name') => ({
  ...form.field(name),
  isOptional: true,
  autoComplete: 'off',
})

type Props = {
  form: Form
  known: BeneficiaryDetail | null
  rib: RibChange
  onRib: (change: RibChange) => void
  ribError: string | null
}

/** What a beneficiary has besides name and account: kind, contact details, lists, code, and the file of the RIB. */
export function BeneficiaryDetails({ form, known, rib, onRib, ribError }: Props) {
  const { t } = useLingui()
  const { draft } = form
  return (
    <section className={styles.section} aria-label={t`Détails`}>
      <div className={styles.pair} role="radiogroup" aria-label={t`Type de bénéficiaire`}>
        {(['company', 'person'] as const).map((kind) => (
          <ChoiceRow
            key={kind}
            name="kind"
            value={kind}
            isChosen={payeeKindOf(draft) === kind}
            onChoose={() => form.set('kind', kind, 'name')}
            title={kind === 'company' ? t`Entreprise ou organisme` : t`Particulier`}
          />
        ))}
      </div>
      <div className={styles.pair}>
        <PhoneField
          {...form.field('phone')}
          dialCode={draft.dial_code}
          onDialCode={(code) => form.set('dial_code', code, 'phone')}
        />
        <TextField
          {...optional(form, 'email')}
          label={t`Adresse e-mail`}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </div>
      <ListsField chosen={draft.lists} onChange={(lists) => form.set('lists', lists)} error={form.problemAt('lists')} />
      <div className={styles.pair}>
        <TextField
          {...optional(form, 'code')}
          label={t`Code bénéficiaire`}
          help={t`Votre référence interne.`}
          maxLength={35}
        />
        {payeeKindOf(draft) === 'person' && (
          <TextField
            {...optional(form, 'social_security_number')}
            label={t`Numéro de sécurité sociale`}
            maxLength={35}
          />
        )}
      </div>
      <TextField {...optional(form, 'address')} label={t`Adresse`} maxLength={140} />
      <div className={styles.pair}>
        <TextField {...optional(form, 'zip')} label={t`Code postal`} maxLength={10} />
        <TextField {...optional(form, 'city')} label={t`Ville`} maxLength={70} />
      </div>
      <AddressCountryField
        value={draft.address_country}
        onChange={(country) => form.set('address_country', country, 'zip')}
        error={form.problemAt('address_country')}
      />
      <RibField known={known} rib={rib} onChange={onRib} error={ribError} />
      <TextArea
        {...form.field('comment')}
        label={t`Commentaire`}
        isOptional
        rows={2}
        maxLength={BENEFICIARY_COMMENT_MAX_LENGTH}
      />
    </section>
  )
}
