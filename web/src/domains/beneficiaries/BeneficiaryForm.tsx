import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  BENEFICIARY_NAME_MAX_LENGTH,
  type BeneficiaryDetail,
  NewBeneficiary,
} from 'contract/transfers/beneficiaries.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { beneficiaryRefusals } from 'contract/refusals/beneficiaries.ts'
import { ChevronDown, ChevronUp, ListPlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/forms/drafts.ts'
import { ofName, translate } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { type FormCall, useForm } from '../../lib/forms/use-form.ts'
import { fileProblem } from '../../shell/files/file-problem.ts'
import { LostFiles } from '../../shell/files/LostFiles.tsx'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { LeaveGuard } from '../../shell/forms/LeaveGuard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AccountNumberField } from './AccountNumberField.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { listNamesQuery } from './beneficiary-queries.ts'
import { BeneficiaryDetails, detailFields, hasDetails, optional } from './BeneficiaryDetails.tsx'
import { BankFields, CountryField, type RibChange } from './BeneficiaryFields.tsx'
import { type BeneficiaryDraft, inputOf, isRemovalKept, readKept, readKeptFile } from './beneficiary-draft.ts'
import { HolderNote } from './HolderNote.tsx'
import { UnsavedPayees } from './UnsavedPayees.tsx'
import styles from './BeneficiaryForm.module.css'
import { useAccountCheck } from './use-account-check.ts'

const FIELDS = [
  'name',
  // The server uses this field name if the name of a company is missing.
  'company_name',
  'iban',
  'country',
  'bic',
  'bank_name',
  ...detailFields,
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
  /** Called before sending: whether a transfer to the beneficiary follows. Absent: there is no such choice. */
  onPayNext?: (isPaying: boolean) => void
}

const hasCode = (refusal: Error | null, code: string) =>
  refusal instanceof CallError && refusal.problems.some((problem) => problem.code === code)

/** The form of a beneficiary: name, account and contact details. It appears once the lists are known, which stand in its middle. */
export function BeneficiaryForm(props: Props) {
  const { isPending } = useQuery(listNamesQuery())
  return (
    <Loaded isReady={!isPending}>
      <LoadedForm {...props} />
    </Loaded>
  )
}

function LoadedForm({ initial, known, call, isDone, cancel, onSend, onPayNext }: Props) {
  const { t } = useLingui()
  const { uuid } = useAccount()
  const draftName = `beneficiary:${uuid}:${known ? `${known.id}:${known.version}` : 'new'}`
  const [stored] = useState(() => readDraft(draftName))
  const [rib, setRib] = useState<RibChange>(() => ({ file: null, isRemoved: isRemovalKept(stored) }))
  const [ribProblem, setRibProblem] = useState<string | null>(null)
  const changeRib = async (change: RibChange) => {
    setRib(change)
    setLost('')
    setRibProblem(change.file && (await fileProblem(change.file)))
  }
  const rules = (draft: BeneficiaryDraft) => ({
    ...(draft.has_no_iban && draft.country === '' && { country: translate(beneficiaryRefusals.country_unknown) }),
    ...(ribProblem !== null && { rib: ribProblem }),
  })
  const [kept] = useState(() => readKept(stored))
  // Until a file is chosen again.
  const [lost, setLost] = useState(() => readKeptFile(stored))
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
    else if (form.isDirty || rib.file !== null || rib.isRemoved)
      keepDraft(draftName, { ...draft, file: rib.file?.name ?? lost, is_rib_removed: rib.isRemoved })
  }, [draft, draftName, form.isDirty, isDone, lost, rib])
  const startOver = () => {
    dropDraft(draftName)
    form.reset()
    setRib({ file: null, isRemoved: false })
    setLost('')
    setRestored(false)
  }
  const checked = useAccountCheck(draft.has_no_iban ? '' : draft.iban, draft.name)
  const { check } = checked
  // The bank is recognised from most numbers; for the others it is typed.
  const needsBank =
    draft.has_no_iban ||
    form.problemAt('bic') !== null ||
    (check?.valid === true && (check.bank_name === null || (check.international === true && check.bic === null)))
  const [isUnfolded, setDetailed] = useState(
    known !== null ||
      rib.file !== null ||
      lost !== '' ||
      initial.lists.length > 0 ||
      (kept !== null && hasDetails(kept)),
  )
  const isDetailed = isUnfolded || ribProblem !== null || detailFields.some((field) => form.problemAt(field) !== null)
  const takeOver = (iban: string, name: string) => {
    form.set('iban', groupByFour(iban))
    form.set('name', name)
  }
  const nameProblem = form.problemAt('name') ?? form.problemAt('company_name')
  return (
    <FormFrame
      form={form}
      onSubmit={() => form.submit((input) => onSend(input, rib))}
      actions={
        <>
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="primary"
              size="lg"
              isBusy={call.isPending}
              onClick={() => onPayNext?.(false)}
            >
              <Trans>Enregistrer le bénéficiaire</Trans>
            </Button>
            {onPayNext && (
              <Button type="submit" size="lg" onClick={() => onPayNext(true)}>
                <Trans>Enregistrer et virer</Trans>
              </Button>
            )}
            {known === null && (
              <Button variant="quiet" size="lg" onClick={() => form.set('has_no_iban', !draft.has_no_iban, 'iban')}>
                {draft.has_no_iban ? <Trans>Compte avec un IBAN</Trans> : <Trans>Compte à l’étranger sans IBAN</Trans>}
              </Button>
            )}
            {cancel}
          </div>
          {known === null && (
            <p className={styles.advice}>
              <Trans>
                Un proche a changé de compte ? Appelez-le avant de virer. La banque ne demande jamais d’ajouter un
                bénéficiaire.
              </Trans>
            </p>
          )}
        </>
      }
    >
      {isRestored && (
        <InlineAlert tone="info" title={t`Nous avons repris votre saisie`} onClose={() => setRestored(false)}>
          <p>
            <button type="button" className="link" onClick={startOver}>
              <Trans>Effacer et recommencer</Trans>
            </button>
          </p>
        </InlineAlert>
      )}
      <LostFiles names={lost} />
      <AccountNumberField
        {...form.field('iban')}
        onChange={(iban) => form.set('iban', iban)}
        onBlur={() => {
          form.field('iban').onBlur()
          // A RIB is shown as the IBAN that is saved.
          if (check?.valid && groupByFour(check.iban) !== draft.iban) form.set('iban', groupByFour(check.iban))
        }}
        checked={checked}
        hasNoIban={draft.has_no_iban}
      />
      {known === null && draft.iban === '' && <UnsavedPayees onTake={(iban, name) => takeOver(iban, name)} />}
      {check?.duplicate_of && check.duplicate_of.id !== known?.id && (
        <InlineAlert tone="warning" title={t`Ce bénéficiaire existe déjà`}>
          <p>
            <Trans>Ce compte est enregistré au nom {ofName(check.duplicate_of.name)}.</Trans>
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
      {draft.has_no_iban && (
        <CountryField
          value={draft.country}
          onChange={(country) => form.set('country', country)}
          error={form.problemAt('country')}
        />
      )}
      {needsBank && (
        <BankFields draft={draft} check={check} bank={optional(form, 'bank_name')} bic={optional(form, 'bic')} />
      )}
      <div className={styles.named}>
        <TextField
          {...form.field('name')}
          onChange={(name) => {
            form.set('name', name)
            if (draft.allow_other_holder) form.set('allow_other_holder', false, 'name')
          }}
          error={nameProblem}
          label={t`Nom du titulaire`}
          autoComplete="off"
          maxLength={BENEFICIARY_NAME_MAX_LENGTH}
        />
        <div role="status">
          <HolderNote
            holder={check?.holder ?? null}
            isRefused={hasCode(call.error, 'beneficiary_other_holder')}
            draft={draft}
            onUse={(name) => form.set('name', name)}
            onAccept={(isAccepted) => form.set('allow_other_holder', isAccepted, 'name')}
          />
        </div>
        {(draft.allow_look_alike || hasCode(call.error, 'beneficiary_look_alike')) && (
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
      </div>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isDetailed}
        // Pressing would blur a field first, whose error moves this button from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setDetailed(!isDetailed)}
      >
        <Icon shape={ListPlus} />
        <span>
          <Trans>Ajouter des détails</Trans>
          <span className="muted small">
            <Trans>Téléphone, e-mail, adresse, liste, code, fichier du RIB</Trans>
          </span>
        </span>
        <Icon shape={isDetailed ? ChevronUp : ChevronDown} size="sm" />
      </button>
      {isDetailed && (
        <BeneficiaryDetails
          form={form}
          known={known}
          rib={rib}
          onRib={(change) => void changeRib(change)}
          ribError={ribProblem ?? form.problemAt('rib') ?? ribRefusal(call.error)}
        />
      )}
      <LeaveGuard
        isDirty={(form.isDirty || rib.file !== null || (rib.isRemoved && Boolean(known?.rib))) && !isDone}
        onLeave={() => dropDraft(draftName)}
      />
    </FormFrame>
  )
}

const ribRefusal = (refusal: Error | null) =>
  refusal instanceof CallError && ['file_too_large', 'upload_cut'].includes(refusal.code) ? refusal.message : null
