import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Debit, DisputeReason } from 'contract/products/debits.ts'
import { textIn } from 'contract/values/identity.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { ofName, useLanguage } from '../../lib/language.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { useAccount } from '../../lib/session/session.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { PendingDetail } from '../../shell/PendingDetail.tsx'
import { RemovalModal } from '../../shell/forms/RemovalModal.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { debitQuery, useDisputeDebit, useRejectDebit } from './debit-queries.ts'
import { DebitStatus, useReasonOf, useSchemes, useSequences } from './debit-labels.tsx'
import styles from './debits.module.css'

/** One collection beside its list. `known`: as listed; a link may lead to one of another page. */
export function DebitPanel({ id, known, onClose }: { id: string; known: Debit | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const found = useQuery({ ...debitQuery(id), enabled: !known })
  const debit = known ?? found.data?.answer
  return (
    <SidePanel title={t`Prélèvement`} onClose={onClose}>
      {debit ? (
        <DebitDetail debit={debit} onDone={onClose} />
      ) : (
        <PendingDetail query={found} problem={t`Le prélèvement n’a pas pu être chargé`} onClose={onClose} />
      )}
    </SidePanel>
  )
}

function DebitDetail({ debit, onDone }: { debit: Debit; onDone: () => void }) {
  const { t } = useLingui()
  const { longDate, dateTime } = useFormats()
  const language = useLanguage()
  const [reasonOf, schemes, sequences] = [useReasonOf(), useSchemes(), useSequences()]
  const { refuse_until, settled_on } = debit
  const facts: (DetailItem | false)[] = [
    { name: t`Date d’échéance`, value: longDate(fromPlainDate(debit.due_date)) },
    settled_on !== null &&
      debit.status !== 'announced' && { name: t`Traité le`, value: longDate(fromPlainDate(settled_on)) },
    debit.reason !== null && { name: t`Motif`, value: reasonOf(debit) },
    { name: t`Créancier`, value: debit.creditor_name },
    { name: t`Libellé`, value: debit.label },
    { name: t`Référence`, value: debit.reference },
    { name: t`Référence unique du mandat (RUM)`, value: debit.umr },
    { name: t`Identifiant créancier`, value: debit.creditor_id },
    { name: t`Type de prélèvement`, value: schemes[debit.scheme] },
    { name: t`Séquence`, value: sequences[debit.sequence] },
  ]
  return (
    <>
      <div className={styles.hero}>
        <IdentityPicture identity={debit.identity} size="lg" />
        <Money amount={debit.amount} currency={debit.currency} size="lg" />
        <p className={styles.name}>{textIn(debit.identity.name, language)}</p>
        <DebitStatus debit={debit} />
      </div>
      {refuse_until !== null && (
        <p className="muted">
          <Trans>Vous pouvez le refuser jusqu’au {dateTime(fromUnix(refuse_until))}.</Trans>
        </p>
      )}
      <RefundClaim debit={debit} />
      <DebitActs debit={debit} onDone={onDone} />
      <DetailList facts={facts.filter((fact) => fact !== false)} />
    </>
  )
}

/** A claim that a debit was unauthorised, with the bank's answer. */
function RefundClaim({ debit: { claimed_at, claim_answered_at, claim_refusal } }: { debit: Debit }) {
  const { t } = useLingui()
  const { dateTime, longDate } = useFormats()
  if (claimed_at === null) return null
  if (claim_answered_at === null)
    return (
      <InlineAlert tone="info" title={t`Contestation transmise`}>
        <Trans>La banque examine votre contestation du {dateTime(fromUnix(claimed_at))}.</Trans>
      </InlineAlert>
    )
  const [claimedOn, answeredOn] = [longDate(fromUnix(claimed_at)), longDate(fromUnix(claim_answered_at))]
  return claim_refusal === null ? (
    <InlineAlert tone="success" title={t`Contestation acceptée`}>
      <Trans>
        La banque vous a remboursé le {answeredOn}, après votre contestation du {claimedOn}.
      </Trans>
    </InlineAlert>
  ) : (
    <InlineAlert tone="warning" title={t`Contestation refusée`}>
      <p>
        <Trans>
          La banque a répondu le {answeredOn} à votre contestation du {claimedOn} :
        </Trans>
      </p>
      <p className={styles.answer}>{claim_refusal}</p>
    </InlineAlert>
  )
}

function DebitActs({ debit, onDone }: { debit: Debit; onDone: () => void }) {
  const { t } = useLingui()
  const { capabilities } = useAccount()
  const isOnline = useIsOnline()
  const [requested, setRequested] = useState<'refuse' | 'dispute' | null>(null)
  const rejection = useRejectDebit()
  if (!capabilities.includes('mandate.manage')) return null
  const mayDispute = debit.refund_until !== null || debit.claim_until !== null
  const { creditor_name } = debit
  const refuse = () =>
    rejection.mutate(
      { params: { id: debit.id } },
      {
        onSuccess: () => {
          announce(t`Le prélèvement ${ofName(creditor_name)} ne sera pas payé.`)
          onDone()
        },
      },
    )
  return (
    <>
      <div className={styles.acts}>
        {debit.refuse_until !== null && (
          <Button variant="danger-quiet" disabled={!isOnline} onClick={() => setRequested('refuse')}>
            <Trans>S’opposer au prélèvement</Trans>
          </Button>
        )}
        {mayDispute && (
          <Button disabled={!isOnline} onClick={() => setRequested('dispute')}>
            <Trans>Contester le prélèvement</Trans>
          </Button>
        )}
      </div>
      {requested === 'refuse' && (
        <RemovalModal
          title={t`Refuser ce prélèvement ?`}
          verb={t`Refuser le prélèvement`}
          removal={rejection}
          onRemove={refuse}
          onClose={() => setRequested(null)}
        >
          <p>
            <Trans>
              La banque ne le paiera pas. Ce que vous devez au créancier reste dû, et son mandat reste actif.
            </Trans>
          </p>
        </RemovalModal>
      )}
      {requested === 'dispute' && <DisputeModal debit={debit} onClose={() => setRequested(null)} onDone={onDone} />}
    </>
  )
}

function DisputeModal({ debit, onClose, onDone }: { debit: Debit; onClose: () => void; onDone: () => void }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const dispute = useDisputeDebit()
  const [reason, setReason] = useState<DisputeReason>(debit.refund_until === null ? 'unauthorised' : 'refund')
  const until = debit.refund_until && longDate(fromPlainDate(debit.refund_until))
  const send = () =>
    dispute.mutate(
      { params: { id: debit.id }, body: { reason } },
      {
        onSuccess: ({ answer }) => {
          announce(
            answer.status === 'refunded'
              ? t`Le prélèvement vous est remboursé.`
              : t`Votre contestation a bien été transmise à la banque.`,
          )
          onDone()
        },
      },
    )
  return (
    <FormModal
      title={t`Contester le prélèvement`}
      verb={t`Continuer`}
      form={{ call: dispute, isDirty: false }}
      onSubmit={send}
      onClose={onClose}
    >
      <div role="radiogroup" aria-label={t`Motif de la contestation`} className={styles.choices}>
        {until && (
          <ChoiceRow
            name="reason"
            value="refund"
            isChosen={reason === 'refund'}
            onChoose={() => setReason('refund')}
            title={t`Je demande le remboursement`}
            detail={t`Sans motif, jusqu’au ${until}. Le compte est recrédité aussitôt.`}
          />
        )}
        <ChoiceRow
          name="reason"
          value="unauthorised"
          isChosen={reason === 'unauthorised'}
          onChoose={() => setReason('unauthorised')}
          title={t`Je n’ai jamais autorisé ce prélèvement`}
          detail={until ? t`Le compte est recrédité aussitôt.` : t`La banque examine la contestation et vous répond.`}
        />
      </div>
    </FormModal>
  )
}
