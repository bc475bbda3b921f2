import { Trans, useLingui } from '@lingui/react/macro'
import type { PayeeLookup } from 'contract/transfers/instant-payments.ts'
import { INVOICE_MAX_LENGTH, NewPaymentRequest, REQUEST_LABEL_MAX_LENGTH } from 'contract/transfers/payment-requests.ts'
import { addDays } from 'contract/values/calendar.ts'
import { tidyLine } from 'contract/values/text.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useAccount, useBankDay } from '../../lib/session/session.ts'
import { FilesField } from '../../shell/files/FilesField.tsx'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import { useDismissal } from '../../shell/forms/use-dismissal.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Button } from '../../ui/Button.tsx'
import { useCountryNames } from './country-names.ts'
import { PayeeLookupPanel } from './PayeeLookupPanel.tsx'
import { dropRequest, keepRequest, type KeptRequest, readRequest } from './request-draft.ts'
import { useCreateRequest } from './request-queries.ts'
import styles from './requests.module.css'

type Props = { onClose: () => void; onSent: () => void }

/** Asks somebody for money: first who it is, then how much. Its draft is kept until it is sent or the dialog is closed. */
export function NewRequestModal({ onClose, onSent }: Props): ReactNode {
  const { uuid } = useAccount()
  const [kept] = useState(() => readRequest(uuid))
  const [found, setFound] = useState<FoundPayer | null>(null)
  const close = () => {
    dropRequest(uuid)
    onClose()
  }
  return found ? (
    <RequestForm found={found} kept={kept?.form ?? null} onClose={close} onSent={onSent} />
  ) : (
    <PayerSearch kept={kept} onFound={setFound} onClose={close} />
  )
}

/** Who was found, and by what it was looked up. */
type FoundPayer = { payer: PayeeLookup; typed: string }

type SearchProps = { kept: KeptRequest | null; onFound: (found: FoundPayer) => void; onClose: () => void }

function PayerSearch({ kept, onFound, onClose }: SearchProps): ReactNode {
  const { t } = useLingui()
  const [typed, setTyped] = useState(kept?.payer ?? '')
  const [isMissing, setMissing] = useState(false)
  const [requested, setRequested] = useState(kept?.payer ?? null)
  const { onDismiss, question } = useDismissal(typed !== '', onClose)
  return (
    <Modal
      title={t`À qui demander de l’argent ?`}
      onClose={onClose}
      onDismiss={onDismiss}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          {requested === null && (
            <Button variant="primary" type="submit" form="payer-search">
              <Trans>Chercher</Trans>
            </Button>
          )}
        </>
      }
    >
      {requested === null ? (
        <form
          id="payer-search"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setMissing(typed.trim() === '')
            if (typed.trim() !== '') setRequested(typed)
          }}
        >
          <TextField
            name="payer"
            label={t`Numéro de téléphone, adresse de paiement ou IBAN`}
            help={t`Son nom s’affiche avant l’envoi.`}
            autoComplete="off"
            value={typed}
            error={isMissing && typed.trim() === '' ? t`Saisissez un numéro, une adresse ou un IBAN` : null}
            onChange={setTyped}
          />
        </form>
      ) : (
        <PayeeLookupPanel
          key={requested}
          typed={requested}
          onFound={({ lookup }) => onFound({ payer: lookup, typed: requested })}
          onClose={() => setRequested(null)}
        />
      )}
      {question}
    </Modal>
  )
}

const DEFAULT_DAYS = 30

function RequestForm({
  found: { payer, typed },
  kept,
  onClose,
  onSent,
}: Props & { found: FoundPayer; kept: KeptRequest['form'] }): ReactNode {
  const { t } = useLingui()
  const { is_company, uuid } = useAccount()
  const country = useCountryNames()
  const create = useCreateRequest()
  const bankDay = useBankDay()
  const [today] = useState(bankDay)
  const [documents, setDocuments] = useState<File[]>([])
  const form = useForm({
    schema: NewPaymentRequest,
    initial: {
      amount: null as AmountDraft,
      label: '',
      invoice: '',
      act_until: addDays(today, DEFAULT_DAYS),
      discount: null as AmountDraft,
      may_change_amount: false,
    },
    toInput: ({ label, invoice, act_until, discount, amount, may_change_amount }) => ({
      lookup_id: payer.id,
      amount,
      label: tidyLine(label),
      invoice: tidyLine(invoice) || null,
      act_until: act_until || null,
      discount: discount === 0 ? null : discount,
      may_change_amount,
    }),
    kept,
    call: create,
  })
  const { field, draft } = form
  useEffect(() => keepRequest(uuid, { payer: typed, form: draft }), [uuid, typed, draft])
  const choose = (chosen: File[]) => {
    setDocuments(chosen)
    // With another file it is another call.
    create.renewKey()
  }
  const submit = () =>
    form.submit((body) =>
      create.mutate(
        { body, ...(documents[0] && { files: { document: documents[0] } }) },
        {
          onSuccess: () => {
            announce(t`La demande est envoyée à ${payer.name}.`)
            onClose()
            onSent()
          },
        },
      ),
    )
  return (
    <FormModal
      title={t`Demander de l’argent`}
      verb={t`Envoyer la demande`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      intro={
        <p className={styles.payer}>
          <b>{payer.name}</b>
          <span className="muted small">
            {payer.institution} · {country(payer.country)} · •• {payer.account_end}
          </span>
        </p>
      }
    >
      <MoneyField label={t`Montant demandé`} currency="XOF" {...field('amount')} />
      <TextField
        label={t`Motif`}
        help={t`Le payeur le lira.`}
        maxLength={REQUEST_LABEL_MAX_LENGTH}
        autoComplete="off"
        {...field('label')}
      />
      {is_company && (
        <>
          <TextField
            label={t`Numéro de facture`}
            isOptional
            maxLength={INVOICE_MAX_LENGTH}
            autoComplete="off"
            {...field('invoice')}
          />
          <MoneyField label={t`Remise si payée tout de suite`} isOptional currency="XOF" {...field('discount')} />
        </>
      )}
      <DateField label={t`À payer avant le`} min={today} {...field('act_until')} />
      <label className={styles.option}>
        <Checkbox checked={field('may_change_amount').value} onChange={field('may_change_amount').onChange} />
        <Trans>Le payeur peut changer le montant</Trans>
      </label>
      <FilesField
        label={t`Facture (facultatif)`}
        help={
          is_company
            ? t`PDF, JPEG ou PNG, 5 Mo au plus. Lisible par les clients de cette banque ; ailleurs, seul le numéro de facture est transmis.`
            : t`PDF, JPEG ou PNG, 5 Mo au plus. Lisible par les clients de cette banque ; ailleurs, le fichier n’est pas transmis.`
        }
        error={form.problemAt('document')}
        files={documents}
        onChange={choose}
        max={1}
      />
    </FormModal>
  )
}
