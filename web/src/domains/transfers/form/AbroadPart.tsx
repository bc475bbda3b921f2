import { Trans, useLingui } from '@lingui/react/macro'
import { chargeBearers, DOMICILIATION_MAX_LENGTH, purposes } from 'contract/transfers/transfers.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useChargeBearers } from '../exchange-labels.ts'
import { usePurposes } from '../transfer-labels.ts'
import { TransferDocuments } from './TransferDocuments.tsx'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

/** What exchange control asks for an order outside the UEMOA: the purpose, and documents above a limit. */
export function AbroadPart({ flow, error }: { flow: TransferFlow; error: string | null }) {
  const { t } = useLingui()
  const names = usePurposes()
  const bearers = useChargeBearers()
  const { form, quote } = flow
  const { purpose } = form.draft
  return (
    <>
      <section className={styles.part} aria-labelledby="why-title">
        <h2 id="why-title">
          <Trans>Pourquoi</Trans>
        </h2>
        <SelectField
          name="purpose"
          label={t`Objet du virement`}
          value={purpose}
          error={form.problemAt('purpose')}
          help={t`Demandé par la réglementation des changes.`}
          options={[{ value: '', label: t`Choisissez` }, ...purposes.map((value) => ({ value, label: names[value] }))]}
          onChange={(value) => form.set('purpose', value)}
        />
        <SelectField
          name="charges"
          label={t`Frais des banques`}
          value={form.draft.charges}
          options={chargeBearers.map((value) => ({ value, label: bearers[value] }))}
          onChange={(value) => form.set('charges', value)}
        />
        {purpose === 'goods' && (
          <TextField
            label={t`Numéro de domiciliation`}
            isOptional={!(quote?.asks.includes('domiciliation') ?? false)}
            maxLength={DOMICILIATION_MAX_LENGTH}
            autoComplete="off"
            {...form.field('domiciliation')}
          />
        )}
      </section>
      <section className={styles.part} aria-labelledby="documents-title">
        <h2 id="documents-title">
          <Trans>Documents</Trans>
        </h2>
        <TransferDocuments
          flow={flow}
          field="international_documents"
          label={t`Justificatifs du virement hors UEMOA`}
          error={error}
        />
      </section>
    </>
  )
}
