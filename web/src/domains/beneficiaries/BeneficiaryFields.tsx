// The fields of a beneficiary's form that read the bank's data: bank, country, lists and RIB file.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { BENEFICIARY_NAME_MAX_LENGTH, type BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { folded } from 'contract/values/folded.ts'
import { isInternational } from 'contract/values/iban.ts'
import { useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { Checks } from '../../ui/fields/Checks.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { SEARCHED_FROM, SearchField } from '../../ui/fields/SearchField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { type BeneficiaryDraft } from './beneficiary-draft.ts'
import { countriesQuery, listNamesQuery } from './beneficiary-queries.ts'
import styles from './BeneficiaryForm.module.css'
import type { useAccountCheck } from './use-account-check.ts'

/** The RIB file in the form: a new one, none, or the existing one. */
export type RibChange = { file: File | null; isRemoved: boolean }

type Typed = Omit<Parameters<typeof TextField>[0], 'label'>

/** Bank and BIC: displayed if the number determines them, otherwise typed. */
export function BankFields({
  draft,
  check,
  bank,
  bic,
}: {
  draft: BeneficiaryDraft
  check: ReturnType<typeof useAccountCheck>['check']
  bank: Typed
  bic: Typed
}) {
  const { t } = useLingui()
  const known = t`Reconnue d’après l’IBAN.`
  const branch = check?.branch_name
  const isAbroad = draft.has_no_iban || (check?.country ? isInternational(check.iban) : false)
  const bankName = check?.bank_name ?? null
  const bankBic = check?.bic ?? null
  return (
    <div className={styles.pair}>
      {bankName === null ? (
        <TextField {...bank} label={t`Nom de la banque`} maxLength={BENEFICIARY_NAME_MAX_LENGTH} />
      ) : (
        <TextField
          {...bank}
          isOptional={false}
          value={bankName}
          readOnly
          label={t`Nom de la banque`}
          help={branch ? t`Agence : ${branch}` : known}
        />
      )}
      {bankBic === null ? (
        <TextField
          {...bic}
          isOptional={!isAbroad}
          label={t`BIC / SWIFT`}
          help={isAbroad ? t`Nécessaire hors UEMOA : 8 ou 11 caractères.` : null}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={11}
        />
      ) : (
        <TextField {...bic} isOptional={false} value={bankBic} readOnly label={t`BIC / SWIFT`} />
      )}
    </div>
  )
}

type CountryChoice = { value: string; onChange: (code: string) => void; error: string | null }

export function CountryField({ value, onChange, error }: CountryChoice) {
  const { t } = useLingui()
  const countries = useQuery(countriesQuery()).data?.answer ?? []
  return (
    <SelectField
      name="country"
      label={t`Pays`}
      value={value}
      error={error}
      options={[
        { value: '', label: t`Choisissez le pays de la banque` },
        ...countries
          .filter(({ iban_length }) => iban_length === null)
          .map(({ code, name }) => ({ value: code, label: name })),
      ]}
      onChange={onChange}
    />
  )
}

/** The country of the address, which is mostly that of the account. */
export function AddressCountryField(choice: CountryChoice) {
  const { t } = useLingui()
  const countries = useQuery(countriesQuery()).data?.answer ?? []
  return (
    <SelectField
      {...choice}
      name="address_country"
      label={t`Pays de l’adresse`}
      options={[
        { value: '', label: t`Celui du compte` },
        ...countries.map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
  )
}

export function ListsField({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[]
  onChange: (lists: string[]) => void
  error: string | null
}) {
  const { t } = useLingui()
  const lists = useQuery(listNamesQuery()).data?.answer ?? []
  const [typed, setTyped] = useState('')
  // Those of the beneficiary come first, and stay there.
  const [first] = useState(chosen)
  if (lists.length === 0) return null
  const rankOf = ({ id }: { id: string }) => (first.includes(id) ? 0 : 1)
  const visible = lists
    .filter(({ name }) => folded(name).includes(folded(typed.trim())))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  return (
    <Checks
      legend={t`Listes`}
      options={visible.map(({ id, name }) => ({ value: id, label: name }))}
      search={
        lists.length >= SEARCHED_FROM ? (
          <>
            <SearchField
              label={t`Chercher une liste`}
              placeholder={t`Nom de la liste`}
              value={typed}
              onChange={setTyped}
            />
            {visible.length === 0 && <p className="muted">{t`Aucune liste ne correspond`}</p>}
          </>
        ) : undefined
      }
      chosen={chosen}
      onChange={(id, isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
      error={error}
    />
  )
}

export function RibField({
  known,
  rib,
  onChange,
  error,
}: {
  known: BeneficiaryDetail | null
  rib: RibChange
  onChange: (rib: RibChange) => void
  error: string | null
}) {
  const { t } = useLingui()
  const { fileSize } = useFormats()
  const kept = rib.isRemoved ? null : (known?.rib ?? null)
  const chosen = rib.file ?? kept
  return (
    <FileDrop
      label={t`RIB du bénéficiaire`}
      isOptional
      error={error}
      accept="application/pdf,image/jpeg,image/png"
      hint={t`PDF, JPEG ou PNG, 5 Mo au maximum`}
      chosen={chosen && { name: chosen.name, detail: fileSize(chosen.size) }}
      onFile={(file) => onChange({ file, isRemoved: false })}
      onClear={() => onChange({ file: null, isRemoved: true })}
    />
  )
}
