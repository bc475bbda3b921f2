import { groupByFour } from 'contract/values/iban.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { reasonCodeLabels, validationLabels } from 'contract/transfers/transfer-statuses.ts'
import { COMMENT_MAX_LENGTH, type Transfer, type TransferDetail } from 'contract/transfers/transfers.ts'
import { MessageSquare } from 'lucide-react'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { translate, useLanguage } from '../../lib/language.ts'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { useAccount } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { FileList, FileRow } from '../../shell/files/FileRow.tsx'
import { PersonalNote } from '../../shell/forms/PersonalNote.tsx'
import { PanelNeighbours } from '../../shell/PanelNeighbours.tsx'
import type { Position } from '../../shell/position-in.ts'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { SkeletonBlock, Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { type Moment, Timeline } from '../../ui/data/Timeline.tsx'
import { instantPart } from '../instant-payments/instant-part.ts'
import { NextDates } from './NextDates.tsx'
import { saveNote, transferQuery } from './transfer-queries.ts'
import { viewDocument } from './transfer-files.ts'
import { useChargeBearers, useRateText } from './exchange-labels.ts'
import { useDayOf, usePeriodicities, usePurposes, useTransferTypes } from './transfer-labels.ts'
import { TransferActions } from './TransferActions.tsx'
import styles from './TransferPanel.module.css'
import { TransferStatus } from './TransferStatus.tsx'
import { useHistoryLabels } from './use-history-labels.ts'
import { useStatusSentence } from './use-status-sentence.ts'

const RequestReturn = instantPart(async () => (await import('../instant-payments/RequestReturn.tsx')).RequestReturn)
const InstantProgress = instantPart(
  async () => (await import('../instant-payments/InstantProgress.tsx')).InstantProgress,
)

type Props = {
  id: string
  /** Its place in the list. */
  position: Position | null
  onShow: (id: string) => void
  onClose: () => void
}

/** One transfer beside the list, with an own address. */
export function TransferPanel({ id, position, onShow, onClose }: Props) {
  const { t } = useLingui()
  const transfer = useQuery(transferQuery(id))
  return (
    <SidePanel
      title={t`Virement`}
      onClose={onClose}
      nav={
        position && (
          <PanelNeighbours
            position={position}
            labels={{ previous: t`Virement précédent`, next: t`Virement suivant` }}
            onShow={onShow}
          />
        )
      }
      foot={
        transfer.data && <TransferActions transfer={transfer.data.answer} onSettled={() => void transfer.refetch()} />
      }
    >
      {transfer.isPending && (
        <Skeleton>
          <SkeletonBlock width={14} height={2.25} />
          <SkeletonRows count={5} />
        </Skeleton>
      )}
      {transfer.isLoadingError && (
        <PageProblem
          title={t`Le virement n’a pas pu être chargé`}
          error={transfer.error}
          list={onClose}
          onRetry={() => void transfer.refetch()}
        />
      )}
      {transfer.data && <Detail key={transfer.data.answer.id} transfer={transfer.data.answer} />}
    </SidePanel>
  )
}

function Detail({ transfer }: { transfer: TransferDetail }) {
  const { t } = useLingui()
  const mayWrite = useMayWrite()
  const { longDate } = useFormats()
  const moments = useMoments(transfer)
  const { uuid, capabilities } = useAccount()
  const mayNote = capabilities.includes('transfer.create')
  const facts = useFacts(transfer, mayNote)
  const sentence = useStatusSentence(transfer)
  const day = longDate(fromPlainDate(transfer.execution_date))
  const why = transfer.reason ?? (transfer.reason_code && translate(reasonCodeLabels[transfer.reason_code]))
  return (
    <>
      <div className={styles.hero}>
        <Money amount={-transfer.amount} currency={transfer.currency} signs="movement" size="lg" />
        <div className={styles.payee}>
          <IdentityPicture identity={transfer.identity} size="lg" />
          <div>
            <b>{transfer.beneficiary.name}</b>
            {transfer.beneficiary.bank_name !== null && <span className="muted">{transfer.beneficiary.bank_name}</span>}
            <span className="muted num">{groupByFour(transfer.beneficiary.iban)}</span>
          </div>
        </div>
        <div className={styles.state}>
          <TransferStatus transfer={transfer} />
          {transfer.display_date !== null && <span className="muted small num">{day}</span>}
        </div>
        {transfer.instant ? <InstantProgress id={transfer.id} /> : sentence !== null && <p>{sentence}</p>}
      </div>
      {transfer.is_over_limit && (
        <InlineAlert tone="info" title={t`Au-dessus de vos plafonds de signature`}>
          <Trans>
            Ce virement dépasse ce que vos plafonds vous laissent signer. Un autre valideur peut l’accepter.
          </Trans>
        </InlineAlert>
      )}
      {transfer.suspended === 'payee_change' && (
        <InlineAlert tone="info" title={t`Reprendra dès que son nouveau compte sera approuvé.`}>
          <Trans>
            Le compte du bénéficiaire change. Si le changement est refusé, ce virement reprend vers l’ancien compte.
          </Trans>
        </InlineAlert>
      )}
      {transfer.suspended === 'late' && (
        <InlineAlert tone="warning" title={t`Devait partir le ${day}. Rien n’est parti.`}>
          <Trans>
            Sa date est passée pendant que le compte du bénéficiaire changeait. Donnez-lui une autre date, ou
            annulez-le.
          </Trans>
        </InlineAlert>
      )}
      {why && (
        <blockquote className={styles.reason}>
          <p className="muted small">
            <Trans>Motif</Trans>
          </p>
          <p>{why}</p>
        </blockquote>
      )}
      <DetailList facts={facts} />
      {mayNote && (
        <PersonalNote
          id={transfer.id}
          saved={transfer.comment}
          maxLength={COMMENT_MAX_LENGTH}
          save={(note) => saveNote(uuid, transfer.id, note)}
          opener={(open) => (
            <p className="no-print">
              <button type="button" className="link" onClick={open}>
                <Trans>Ajouter une note</Trans>
              </button>
            </p>
          )}
        />
      )}
      {transfer.next_dates.length > 0 && <NextDates dates={transfer.next_dates} heading="h3" />}
      {transfer.documents.length > 0 && (
        <section>
          <h3 className={styles.section}>
            <Trans>Pièces jointes</Trans>
          </h3>
          <FileList>
            {transfer.documents.map((document) => (
              <FileRow
                key={document.id}
                name={document.name}
                isPicture={document.file_kind !== 'pdf'}
                size={document.size}
                onView={() => viewDocument(transfer.id, document)}
              />
            ))}
          </FileList>
        </section>
      )}
      <section>
        <h3 className={styles.section}>
          <Trans>Suivi</Trans>
        </h3>
        <Timeline moments={moments} />
      </section>
      {transfer.instant?.state === 'accepted' && <RequestReturn transfer={transfer} />}
      {mayWrite && (
        <p>
          <Button
            icon={MessageSquare}
            onClick={() =>
              writeToBank({
                about: { kind: 'transfer', id: transfer.id },
                subject: t`Question sur le virement ${transfer.reference}`.slice(0, 140),
              })
            }
          >
            <Trans>Écrire à mon conseiller</Trans>
          </Button>
        </p>
      )}
    </>
  )
}

function useFacts(transfer: TransferDetail, mayNote: boolean): DetailItem[] {
  const {
    type,
    display_date,
    label,
    comment,
    reference,
    fees,
    tax,
    currency,
    periodicity,
    end_date,
    purpose,
    domiciliation,
  } = transfer
  const periodicities = usePeriodicities()
  const purposes = usePurposes()
  const dayOf = useDayOf()
  const validation = useValidation(transfer)
  const { t } = useLingui()
  const { longDate } = useFormats()
  const types = useTransferTypes()
  const exchange = useExchangeFacts(transfer)
  const facts: (DetailItem | false)[] = [
    { name: t`Type`, value: types[type] },
    {
      name: t`Date d’exécution`,
      value: display_date === null ? (dayOf(transfer) ?? '—') : longDate(fromPlainDate(display_date)),
    },
    { name: t`Validation`, value: validation },
    periodicity !== null && { name: t`Périodicité`, value: periodicities[periodicity] },
    periodicity !== null && { name: t`Fin`, value: end_date ? longDate(fromPlainDate(end_date)) : t`Sans date de fin` },
    { name: t`Motif du virement`, value: label },
    purpose !== null && { name: t`Objet du virement`, value: purposes[purpose] },
    domiciliation !== null && { name: t`Numéro de domiciliation`, value: domiciliation },
    ...exchange,
    { name: t`Frais`, value: <Money amount={fees + tax} currency={currency} /> },
    { name: t`Référence`, value: reference },
    !mayNote && comment !== null && { name: t`Note personnelle`, value: comment },
  ]
  return facts.filter((fact) => fact !== false)
}

/** What the payee receives in another currency, at which rate, and who bears the charges abroad. */
function useExchangeFacts({
  credit_amount,
  credit_currency,
  exchange_rate,
  charges,
  currency,
}: Transfer): DetailItem[] {
  const { t } = useLingui()
  const rateText = useRateText()
  const bearers = useChargeBearers()
  const facts: (DetailItem | false)[] = [
    credit_amount !== null &&
      credit_currency !== null && {
        name: t`Reçu par le bénéficiaire`,
        value: <Money amount={credit_amount} currency={credit_currency} />,
      },
    exchange_rate !== null &&
      credit_currency !== null && {
        name: t`Cours appliqué`,
        value: rateText(exchange_rate, credit_currency === 'XOF' ? currency : credit_currency),
      },
    charges !== null && { name: t`Frais des banques`, value: bearers[charges] },
  ]
  return facts.filter((fact) => fact !== false)
}

const isDecision = (action: TransferDetail['history'][number]['action']) =>
  action === 'transfer.sign' || action === 'transfer.accept' || action === 'transfer.reject'

/** The validation status with who decided and when: the validators, or the author of an order that nobody else had to sign. */
function useValidation({ history, validation_status, reason_code }: TransferDetail): string {
  const language = useLanguage()
  const { dateTime } = useFormats()
  // Signatures of a former version no longer count.
  const present = history.slice(
    Math.max(
      history.findLastIndex(({ action }) => action === 'transfer.edit'),
      0,
    ),
  )
  const decisions = present.filter(({ action }) => isDecision(action))
  // Who signs alone validates with the order itself.
  const isAlone = validation_status === 'validated' && decisions.length === 0
  const by = (isAlone ? present.slice(0, 1) : decisions).map((event) =>
    [event.by, dateTime(fromUnix(event.at))].filter(Boolean).join(', '),
  )
  // Without a decision of a validator, the bank's rule refused it.
  const why = validation_status === 'refused' && reason_code !== null ? [reasonCodeLabels[reason_code][language]] : []
  return [validationLabels[validation_status][language], ...by, ...why].join(' · ')
}

/** The stored history, then the next steps. */
function useMoments({
  history,
  execution_date,
  validation_status,
  execution_status,
  status,
  approvals_missing,
  network,
}: TransferDetail): Moment[] {
  const { t } = useLingui()
  const { dateTime, longDate } = useFormats()
  const labels = useHistoryLabels(network)
  const moments: Moment[] = history.map((event) => ({ ...labels(event), detail: dateTime(fromUnix(event.at)) }))
  if (validation_status === 'pending' && execution_status === 'scheduled')
    moments.push({
      title: t`En attente de validation`,
      detail: t`${plural(approvals_missing, { one: 'Un valideur doit accepter ce virement', other: '# valideurs doivent accepter ce virement' })}`,
      state: 'now',
    })
  if (status === 'scheduled' || status === 'active')
    moments.push({ title: t`Exécution prévue`, detail: longDate(fromPlainDate(execution_date)), state: 'now' })
  return moments
}
