import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  BENEFICIARY_COMMENT_MAX_LENGTH,
  BENEFICIARY_NAME_MAX_LENGTH,
  type BeneficiaryDetail,
  NewBeneficiary,
} from 'contract/transfers/beneficiaries.ts'
import { MAX_FILE_BYTES } from 'contract/endpoint.ts'
import { problems } from 'contract/problems.ts'
import { beneficiaryRefusals } from 'contract/refusals/beneficiaries.ts'
import { commonRefusals } from 'contract/refusals/common.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/forms/drafts.ts'
import { kindOf } from '../../lib/api/file-viewer.ts'
import { ofName, translate } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { type FormCall, useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { LeaveGuard } from '../../shell/forms/LeaveGuard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'
import { AccountNumberField } from './AccountNumberField.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { listsQuery } from './beneficiary-queries.ts'
import { BankFields, CountryField, ListsField, type RibChange, RibField } from './BeneficiaryFields.tsx'
import { type BeneficiaryDraft, readKept, inputOf } from './beneficiary-draft.ts'
import styles from './BeneficiaryForm.module.css'
import { PhoneField } from './PhoneField.tsx'
import { useAccountCheck } from './use-account-check.ts'

const FIELDS = [
  'name',
  // The server uses this field name if the name of a company is missing.
  'company_name',
  'code',
  'iban',
  'country',
  'bic',
  'bank_name',
  'email',
  'phone',
  'address',
  'zip',
  'city',
  'comment',
  'social_security_number',
  'rib',
  'lists',
] as const

type Props = {
  initial: BeneficiaryDraft
  /** The edited beneficiary; null for a new one. */
  known: BeneficiaryDetail | null
  call: FormCall
  /** Set when saved: no typed text can be lost any more. */
  isDone: boolean
  cancel: ReactNode
  onSend: (input: NewBeneficiary, rib: RibChange) => void
}

const isLookAlike = (refusal: Error | null) =>
  refusal instanceof CallError && refusal.problems.some(({ code }) => code === 'beneficiary_look_alike')

/** The form of a beneficiary: name, account and contact details. It appears once the lists are known, which stand in its middle. */
export function BeneficiaryForm(props: Props) {
  const { isPending } = useQuery(listsQuery(1))
  return (
    <Loaded isReady={!isPending}>
      <LoadedForm {...props} />
    </Loaded>
  )
}

function LoadedForm({ initial, known, call, isDone, cancel, onSend }: Props) {
  const { t } = useLingui()
  const [rib, setRib] = useState<RibChange>({ file: null, isRemoved: false })
  const [ribProblem, setRibProblem] = useState<string | null>(null)
  const changeRib = async (change: RibChange) => {
    setRib(change)
    setRibProblem(change.file && (await problemOf(change.file)))
  }
  const rules = (draft: BeneficiaryDraft) => ({
    ...(draft.has_no_iban && draft.country === '' && { country: translate(beneficiaryRefusals.country_unknown) }),
    ...(ribProblem !== null && { rib: ribProblem }),
  })
  const { uuid } = useAccount()
  const draftName = `beneficiary:${uuid}:${known ? `${known.id}:${known.version}` : 'new'}`
  const [kept] = useState(() => readKept(readDraft(draftName)))
  const [isRestored, setRestored] = useState(kept !== null)
  const form = useForm({
    schema: NewBeneficiary,
    initial,
    kept,
    // The server names the field `name` if both names are missing.
    toInput: inputOf,
    rules,
    call,
    fields: FIELDS,
  })
  const { draft } = form
  useEffect(() => {
    if (isDone) dropDraft(draftName)
    else if (form.isDirty) keepDraft(draftName, draft)
  }, [draft, draftName, form.isDirty, isDone])
  const startOver = () => {
    dropDraft(draftName)
    form.reset()
    setRestored(false)
  }
  const checked = useAccountCheck(draft.has_no_iban ? '' : draft.iban)
  const typed = <
    K extends
      | 'code'
      | 'email'
      | 'address'
      | 'zip'
      | 'city'
      | 'comment'
      | 'social_security_number'
      | 'bic'
      | 'bank_name',
  >(
    name: K,
  ) => ({
    ...form.field(name),
    isOptional: true,
    autoComplete: 'off',
  })
  const nameProblem = form.problemAt('name') ?? form.problemAt('company_name')
  return (
    <FormFrame
      form={form}
      onSubmit={() => form.submit((input) => onSend(input, rib))}
      actions={
        <div className={styles.actions}>
          <Button type="submit" variant="primary" size="lg" isBusy={call.isPending}>
            <Trans>Enregistrer le bénéficiaire</Trans>
          </Button>
          {cancel}
        </div>
      }
    >
      {isRestored && (
        <InlineAlert tone="info" title={t`Nous avons repris votre saisie`} onClose={() => setRestored(false)}>
          <p>
            <Trans>Un fichier choisi est à joindre de nouveau.</Trans>{' '}
            <button type="button" className="link" onClick={startOver}>
              <Trans>Effacer et recommencer</Trans>
            </button>
          </p>
        </InlineAlert>
      )}
      <section className={styles.section}>
        <h2 className="h3">
          <Trans>Identité</Trans>
        </h2>
        <div className={styles.pair} role="radiogroup" aria-label={t`Type de bénéficiaire`}>
          {(['company', 'person'] as const).map((kind) => (
            <ChoiceRow
              key={kind}
              name="kind"
              value={kind}
              isChosen={draft.kind === kind}
              onChoose={() => form.set('kind', kind, 'name')}
              title={kind === 'company' ? t`Entreprise ou organisme` : t`Particulier`}
            />
          ))}
        </div>
        <TextField
          {...form.field('name')}
          error={nameProblem}
          label={draft.kind === 'company' ? t`Raison sociale` : t`Nom et prénom`}
          autoComplete="off"
          maxLength={BENEFICIARY_NAME_MAX_LENGTH}
        />
        {(draft.allow_look_alike || isLookAlike(call.error)) && (
          <Checks
            legend={t`Nom qui se confond avec un autre`}
            isLegendHidden
            options={[
              {
                value: 'yes',
                label: t`C’est bien un autre bénéficiaire`,
                detail: t`Vous avez vérifié son compte auprès de lui.`,
              },
            ]}
            chosen={draft.allow_look_alike ? ['yes'] : []}
            onChange={(_, isChosen) => form.set('allow_look_alike', isChosen, 'name')}
          />
        )}
        <div className={styles.pair}>
          <TextField
            {...typed('code')}
            label={t`Code bénéficiaire`}
            help={t`Votre référence interne.`}
            maxLength={35}
          />
          {draft.kind === 'person' && (
            <TextField {...typed('social_security_number')} label={t`Numéro de sécurité sociale`} maxLength={35} />
          )}
        </div>
        <ListsField
          chosen={draft.lists}
          onChange={(lists) => form.set('lists', lists)}
          error={form.problemAt('lists')}
        />
      </section>

      <section className={styles.section}>
        <h2 className="h3">
          <Trans>Compte à créditer</Trans>
        </h2>
        <AccountNumberField
          {...form.field('iban')}
          onChange={(iban) => form.set('iban', iban)}
          checked={checked}
          hasNoIban={draft.has_no_iban}
        />
        {checked.check?.duplicate_of && checked.check.duplicate_of.id !== known?.id && (
          <InlineAlert tone="warning" title={t`Ce bénéficiaire existe déjà`}>
            <p>
              <Trans>Ce compte est enregistré au nom {ofName(checked.check.duplicate_of.name)}.</Trans>
            </p>
            <Checks
              legend={t`Compte déjà enregistré`}
              isLegendHidden
              options={[{ value: 'yes', label: t`L’enregistrer une deuxième fois` }]}
              chosen={draft.allow_duplicate ? ['yes'] : []}
              onChange={(_, isChosen) => form.set('allow_duplicate', isChosen, 'iban')}
            />
          </InlineAlert>
        )}
        <Checks
          legend={t`Compte sans IBAN`}
          isLegendHidden
          options={[
            {
              value: 'yes',
              label: t`Le compte est dans un pays sans IBAN`,
              detail: t`États-Unis, Canada, Chine, Maroc et d’autres.`,
            },
          ]}
          chosen={draft.has_no_iban ? ['yes'] : []}
          onChange={(_, isChosen) => form.set('has_no_iban', isChosen, 'iban')}
        />
        {draft.has_no_iban && (
          <CountryField
            value={draft.country}
            onChange={(country) => form.set('country', country)}
            error={form.problemAt('country')}
          />
        )}
        <BankFields draft={draft} check={checked.check} bank={typed('bank_name')} bic={typed('bic')} />
        <RibField
          known={known}
          rib={rib}
          onChange={(change) => void changeRib(change)}
          error={ribProblem ?? form.problemAt('rib') ?? ribRefusal(call.error)}
        />
      </section>

      <section className={styles.section}>
        <h2 className="h3">
          <Trans>Coordonnées</Trans>
        </h2>
        <div className={styles.pair}>
          <PhoneField
            {...form.field('phone')}
            dialCode={draft.dial_code}
            onDialCode={(code) => form.set('dial_code', code, 'phone')}
          />
          <TextField
            {...typed('email')}
            label={t`Adresse e-mail`}
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        </div>
        <TextField {...typed('address')} label={t`Adresse`} maxLength={140} />
        <div className={styles.pair}>
          <TextField {...typed('zip')} label={t`Code postal`} maxLength={10} />
          <TextField {...typed('city')} label={t`Ville`} maxLength={70} />
        </div>
        <TextArea
          {...form.field('comment')}
          label={t`Commentaire`}
          isOptional
          rows={2}
          maxLength={BENEFICIARY_COMMENT_MAX_LENGTH}
        />
      </section>
      <LeaveGuard isDirty={(form.isDirty || rib.file !== null) && !isDone} onLeave={() => dropDraft(draftName)} />
    </FormFrame>
  )
}

/** The server's checks of the file that the browser can do: its first bytes and its size. */
async function problemOf(file: File): Promise<string | null> {
  if ((await kindOf(file)) === 'unknown') return translate(problems.file_type)
  return file.size > MAX_FILE_BYTES ? translate(commonRefusals.file_too_large) : null
}

const ribRefusal = (refusal: Error | null) =>
  refusal instanceof CallError && ['file_too_large', 'upload_cut'].includes(refusal.code) ? refusal.message : null
