import { Trans, useLingui } from '@lingui/react/macro'
import { getRequestDocument, type PaymentRequest } from 'contract/transfers/payment-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callFile } from '../../lib/api/call.ts'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { announce } from '../../lib/banners.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { FileList, FileRow } from '../../shell/files/FileRow.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { PendingDetail } from '../../shell/PendingDetail.tsx'
import { Button } from '../../ui/Button.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { useCountryNames } from './country-names.ts'
import { useIrrevocableNote } from './IrrevocableNote.tsx'
import { RequestStatus, useReasonSentence, useRefusalReasons } from './request-labels.tsx'
import { requestQuery, usePayRequest, useRefuseRequest } from './request-queries.ts'
import styles from './requests.module.css'

/** One request to pay beside the list. `known`: as listed; a link may lead to one of another page. */
export function PaymentRequestPanel({
  id,
  direction,
  known,
  onClose,
}: Pick<PaymentRequest, 'id' | 'direction'> & { known: PaymentRequest | undefined; onClose: () => void }): ReactNode {
  const { t } = useLingui()
  const found = useQuery({ ...requestQuery(id), enabled: !known })
  const request = known ?? found.data?.answer
  const isReceived = (request?.direction ?? direction) === 'received'
  return (
    <SidePanel title={isReceived ? t`Demande reçue` : t`Demande envoyée`} onClose={onClose}>
      {request ? (
        <RequestDetail request={request} />
      ) : (
        <PendingDetail query={found} problem={t`La demande n’a pas pu être chargée`} onClose={onClose} />
      )}
    </SidePanel>
  )
}

function RequestDetail({ request }: { request: PaymentRequest }): ReactNode {
  const { t } = useLingui()
  const { dateTime, moneyText } = useFormats()
  const country = useCountryNames()
  const account = useAccount()
  const reasonOf = useReasonOf(request)
  const { fetchFile } = useFetching()
  const { direction, other, amount, discount, paid_amount, invoice, document, act_until } = request
  const facts: DetailItem[] = [
    ...(paid_amount === null || paid_amount === amount
      ? []
      : [{ name: t`Montant payé`, value: <Money amount={paid_amount} currency="XOF" /> }]),
    { name: t`Établissement`, value: `${other.institution}, ${country(other.country)}` },
    { name: t`Motif`, value: request.label },
    ...(invoice === null ? [] : [{ name: t`Facture`, value: <span className="num">{invoice}</span> }]),
    ...(discount === 0
      ? []
      : [{ name: t`Remise si payée tout de suite`, value: <Money amount={discount} currency="XOF" /> }]),
    { name: t`Demandé le`, value: dateTime(fromUnix(request.created_at)) },
    ...(act_until === null ? [] : [{ name: t`À payer avant le`, value: dateTime(fromUnix(act_until)) }]),
    ...(request.reason === null ? [] : [{ name: t`Motif du refus`, value: reasonOf(request.reason) }]),
  ]
  const isToAnswer = direction === 'received' && request.state === 'open'
  return (
    <>
      <div className={styles.hero}>
        <Money amount={amount} currency="XOF" size="lg" />
        <p className={styles.name}>{other.name}</p>
        <RequestStatus request={request} />
      </div>
      {isToAnswer && mayMoveMoney(account, 'transfer.create') && <Answers request={request} />}
      <DetailList facts={facts} />
      {document && (
        <FileList>
          <FileRow
            name={document.name}
            isPicture={document.file_kind !== 'pdf'}
            size={document.size}
            onView={() =>
              void fetchFile(() => callFile(getRequestDocument, { params: { id: request.id } }).then(viewFile))
            }
          />
        </FileList>
      )}
      {request.transfer_id !== null && (
        <LinkButton {...paths.transfer(request.transfer_id)}>
          <Trans>Voir le paiement</Trans>
        </LinkButton>
      )}
      {direction === 'sent' && request.state === 'open' && (
        <InlineAlert tone="info" title={t`En attente de sa réponse`}>
          <Trans>Vous serez prévenu dès que {moneyText(amount, 'XOF')} arrivent sur votre compte.</Trans>
        </InlineAlert>
      )}
    </>
  )
}

/** Why a request was refused. The payer reads the reason that was chosen; the bank refuses what is open when an account is closed. */
function useReasonOf({ direction }: PaymentRequest): (code: string) => string {
  const { t } = useLingui()
  const { status_group } = useAccount()
  const sentence = useReasonSentence()
  const reasons: Readonly<Record<string, string>> = useRefusalReasons()
  const isOwnChoice = direction === 'received' && status_group !== 'closed'
  return (code) => {
    if (isOwnChoice) return reasons[code] ?? sentence(code)
    // Of a payment, the code speaks of its type; of a request, the payer owes nothing or cannot pay.
    return code === 'AG03' && direction === 'sent' ? t`Le payeur n’accepte pas cette demande` : sentence(code)
  }
}

function Answers({ request }: { request: PaymentRequest }): ReactNode {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const isOnline = useIsOnline()
  const pay = usePayRequest()
  const [isRefusing, setRefusing] = useState(false)
  const { lookup_id, label, amount, discount, other } = request
  useIrrevocableNote(true, other.name, other.institution)
  const [draft, setDraft] = useState<AmountDraft>(amount - discount)
  const paid = typeof draft === 'number' && draft > 0 ? draft : null
  const send = () =>
    lookup_id !== null &&
    paid !== null &&
    pay.mutate({
      body: { type: 'direct', lookup_id, amount: paid, label },
      done: ({ validation_status }) =>
        announce(validation_status === 'validated' ? t`Le paiement est parti.` : t`Le paiement attend ses signatures.`),
    })
  return (
    <>
      {pay.error && !(pay.error instanceof NotConfirmed) && (
        <InlineAlert tone="danger" title={errorLabels(pay.error)} />
      )}
      {request.may_change_amount && (
        <MoneyField
          name="amount"
          label={t`Montant à payer`}
          help={t`Le demandeur accepte un autre montant.`}
          currency="XOF"
          size="md"
          value={draft}
          onChange={setDraft}
        />
      )}
      <div className={styles.acts}>
        <Button variant="primary" disabled={!isOnline || paid === null} isBusy={pay.isPending} onClick={send}>
          {paid === null ? <Trans>Payer</Trans> : <Trans>Payer {moneyText(paid, 'XOF')}</Trans>}
        </Button>
        <Button disabled={!isOnline || pay.isPending} onClick={() => setRefusing(true)}>
          <Trans>Refuser</Trans>
        </Button>
      </div>
      {isRefusing && <RefuseModal request={request} onClose={() => setRefusing(false)} />}
    </>
  )
}

function RefuseModal({ request, onClose }: { request: PaymentRequest; onClose: () => void }): ReactNode {
  const { t } = useLingui()
  const reasons = useRefusalReasons()
  const refuse = useRefuseRequest()
  const [reason, setReason] = useState<keyof typeof reasons>('AG03')
  const submit = () =>
    refuse.mutate(
      { params: { id: request.id }, body: { reason } },
      {
        onSuccess: () => {
          announce(t`La demande est refusée.`)
          onClose()
        },
      },
    )
  return (
    <FormModal
      title={t`Refuser cette demande ?`}
      verb={t`Refuser la demande`}
      variant="danger"
      form={{ call: refuse, isDirty: false }}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="reason"
        label={t`Motif`}
        help={t`Le demandeur le lira.`}
        value={reason}
        options={(Object.keys(reasons) as (keyof typeof reasons)[]).map((value) => ({ value, label: reasons[value] }))}
        onChange={setReason}
      />
    </FormModal>
  )
}
