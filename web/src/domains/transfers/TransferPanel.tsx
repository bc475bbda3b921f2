import { groupByFour } from 'contract/values/iban.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Transfer } from 'contract/transfers.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Bone, Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { type Moment, Timeline } from '../../ui/Timeline.tsx'
import { transferQuery } from './transfer-queries.ts'
import { useTransferTypes } from './transfer-words.ts'
import styles from './TransferPanel.module.css'
import { TransferStatus } from './TransferStatus.tsx'

/** One transfer beside the list, at its own address. */
export function TransferPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const transfer = useQuery(transferQuery(id))
  return (
    <SidePanel title={t`Virement`} onClose={onClose}>
      {transfer.isPending && (
        <Skeleton>
          <Bone width={14} height={2.25} />
          <SkeletonRows count={5} />
        </Skeleton>
      )}
      {transfer.isError && (
        <PageProblem title={t`Le virement n’a pas pu être chargé`} error={transfer.error} onRetry={() => void transfer.refetch()} />
      )}
      {transfer.isSuccess && <TransferDetail transfer={transfer.data.answer} />}
    </SidePanel>
  )
}

function TransferDetail({ transfer }: { transfer: Transfer }) {
  const { longDate } = useFormats()
  const moments = useMoments(transfer)
  const facts = useFacts(transfer)
  return (
    <>
      <div className={styles.hero}>
        <Money amount={transfer.amount} currency={transfer.currency} size="lg" />
        <div className={styles.state}>
          <TransferStatus transfer={transfer} />
          <span className="muted small num">{longDate(fromPlainDate(transfer.execution_date))}</span>
        </div>
      </div>
      {transfer.reason && (
        <blockquote className={styles.reason}>
          <p className="muted small">
            <Trans>Motif</Trans>
          </p>
          <p>{transfer.reason}</p>
        </blockquote>
      )}
      <Facts facts={facts} />
      <section>
        <h3 className={styles.section}>
          <Trans>Suivi</Trans>
        </h3>
        <Timeline moments={moments} />
      </section>
    </>
  )
}

function useFacts({ beneficiary, type, execution_date, label, comment, reference, fees, tax, currency }: Transfer): Fact[] {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const types = useTransferTypes()
  const facts: (Fact | false)[] = [
    { name: t`Bénéficiaire`, value: beneficiary.name },
    { name: t`Compte crédité`, value: groupByFour(beneficiary.iban) },
    beneficiary.bank_name !== null && { name: t`Banque`, value: beneficiary.bank_name },
    { name: t`Type`, value: types[type] },
    { name: t`Date d’exécution`, value: longDate(fromPlainDate(execution_date)) },
    { name: t`Motif du virement`, value: label },
    comment !== null && { name: t`Note personnelle`, value: comment },
    { name: t`Frais`, value: <Money amount={fees + tax} currency={currency} /> },
    { name: t`Référence`, value: reference },
  ]
  return facts.filter((fact) => fact !== false)
}

function useMoments({ created_by, created_at, executed_at, execution_date, validation_status, execution_status }: Transfer): Moment[] {
  const { t } = useLingui()
  const { dateTime, longDate } = useFormats()
  const moments: Moment[] = [{ title: t`Créé par ${created_by}`, detail: dateTime(fromUnix(created_at)), state: 'done' }]
  if (validation_status === 'pending')
    moments.push({ title: t`En attente de validation`, detail: t`Un valideur doit accepter ce virement`, state: 'now' })
  if (validation_status === 'refused') moments.push({ title: t`Refusé`, detail: t`Ce virement ne sera pas exécuté`, state: 'failed' })
  if (executed_at !== null) moments.push({ title: t`Exécuté`, detail: dateTime(fromUnix(executed_at)), state: 'done' })
  else if (execution_status === 'rejected')
    moments.push({ title: t`Rejeté par la banque`, detail: t`Votre compte n’a pas été débité`, state: 'failed' })
  else if (execution_status === 'cancelled') moments.push({ title: t`Annulé`, detail: t`Votre compte n’a pas été débité`, state: 'failed' })
  else if (validation_status === 'validated')
    moments.push({ title: t`Exécution prévue`, detail: longDate(fromPlainDate(execution_date)), state: 'now' })
  return moments
}
