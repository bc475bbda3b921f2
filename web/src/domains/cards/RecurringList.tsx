import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RecurringTopup } from 'contract/products/card-topups.ts'
import { CircleAlert, Clock, Pause } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { RefusalModal } from '../../shell/forms/RefusalModal.tsx'
import { RemovalModal } from '../../shell/forms/RemovalModal.tsx'
import { Badge } from '../../ui/data/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { type Column, Subject, Table } from '../../ui/data/Table.tsx'
import { recurringQuery, useRejectRecurring, useRemoveRecurring } from './card-queries.ts'
import { lastDigits, useRecurrences, useTopupReasons } from './card-labels.tsx'
import { type RecurringAct, RecurringMenu } from './RecurringMenu.tsx'
import { MiniCard } from './MiniCard.tsx'
import { EditRecurringModal } from './EditRecurringModal.tsx'

type Open = { act: RecurringAct; recurring: RecurringTopup } | null

/** The recurring top-ups with their next date. */
export function RecurringList({ mayAct }: { mayAct: boolean }) {
  const { t } = useLingui()
  const recurring = useQuery(recurringQuery())
  const [open, setOpen] = useState<Open>(null)
  const columns = useColumns(mayAct, setOpen)
  const close = () => setOpen(null)
  if (recurring.isPending)
    return (
      <Skeleton>
        <SkeletonRows count={4} hasTile hasHead />
      </Skeleton>
    )
  if (recurring.isLoadingError)
    return (
      <PageProblem
        title={t`Les recharges récurrentes n’ont pas pu être chargées`}
        error={recurring.error}
        onRetry={() => void recurring.refetch()}
      />
    )
  if (recurring.data.answer.length === 0)
    return (
      <EmptyState motif="lines" title={t`Aucune recharge récurrente`}>
        <Trans>
          Rechargez une carte en choisissant « Récurrente » : elle se rechargera ensuite toute seule, à ses dates.
        </Trans>
      </EmptyState>
    )
  return (
    <>
      <Table
        caption={t`Recharges récurrentes`}
        columns={columns}
        groups={[{ id: 'all', rows: recurring.data.answer }]}
        rowKey={({ id }) => id}
      />
      {open?.act === 'edit' && <EditRecurringModal recurring={open.recurring} onClose={close} />}
      {open?.act === 'remove' && <Removal recurring={open.recurring} onClose={close} />}
      {open?.act === 'reject' && <Rejection recurring={open.recurring} onClose={close} />}
    </>
  )
}

function Removal({ recurring, onClose }: { recurring: RecurringTopup; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveRecurring()
  return (
    <RemovalModal
      title={t`Supprimer la recharge récurrente`}
      verb={t`Supprimer`}
      removal={remove}
      onRemove={() =>
        remove.mutate(
          { params: { id: recurring.id } },
          {
            onSuccess: () => {
              announce(t`La recharge récurrente a bien été supprimée.`)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        <Trans>Voulez-vous vraiment supprimer cette recharge récurrente ?</Trans>
      </p>
    </RemovalModal>
  )
}

function Rejection({ recurring, onClose }: { recurring: RecurringTopup; onClose: () => void }) {
  const { t } = useLingui()
  const reject = useRejectRecurring()
  return (
    <RefusalModal
      title={t`Refuser la recharge récurrente`}
      verb={t`Refuser`}
      help={t`La personne qui l’a demandée lira ce motif.`}
      refusal={reject}
      onRefuse={(reason) =>
        reject.mutate(
          { params: { id: recurring.id }, body: { version: recurring.version, reason } },
          {
            onSuccess: () => {
              announce(t`La recharge récurrente a été refusée.`)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

function useColumns(mayAct: boolean, onOpen: (open: Open) => void): Column<RecurringTopup>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const recurrences = useRecurrences()
  const nextOf = ({ next_date }: RecurringTopup) => rowDate(fromPlainDate(next_date))
  return [
    {
      id: 'card',
      kind: 'main',
      head: t`Carte`,
      cell: (one) => (
        <Subject
          tile={<MiniCard />}
          title={one.card.holder}
          detailOnPhone={`${recurrences[one.recurrence]} · ${nextOf(one)}`}
          detail={<span className="num nowrap">•••• {lastDigits(one.card.number_masked)}</span>}
        />
      ),
    },
    { id: 'recurrence', kind: 'text', head: t`Récurrence`, cell: (one) => recurrences[one.recurrence] },
    {
      id: 'next',
      kind: 'text',
      head: t`Prochaine recharge`,
      cell: (one) => <NextDate recurring={one} />,
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'acts',
      kind: 'acts',
      head: t`Actions`,
      isHeadHidden: true,
      cell: (one) => <RecurringMenu recurring={one} mayAct={mayAct} onOpen={onOpen} />,
    },
  ]
}

/** The next date, or why there is none; and the outcome of the last date if it failed. */
function NextDate({ recurring }: { recurring: RecurringTopup }) {
  const { t } = useLingui()
  const { rowDate, dateTime } = useFormats()
  const { status, actions, next_dates, retry_at, last } = recurring
  if (status === 'paused')
    return (
      <>
        <Badge tone="neutral" icon={Pause}>
          {t({ message: 'Suspendue', context: 'recharge' })}
        </Badge>
        <LastFailure last={last} />
      </>
    )
  if (status === 'pending')
    return (
      <Badge tone="warning" icon={Clock}>
        {actions.includes('accept') ? t`À signer` : t`En attente`}
      </Badge>
    )
  if (status === 'refused')
    return (
      <Badge tone="danger" icon={CircleAlert}>
        {t({ message: 'Refusée', context: 'recharge' })}
      </Badge>
    )
  return (
    <span className="num">
      {retry_at === null
        ? next_dates.map((day) => rowDate(fromPlainDate(day))).join(', ')
        : t`Nouvel essai : ${dateTime(fromUnix(retry_at))}`}
      <LastFailure last={last} />
    </span>
  )
}

/** Why the last top-up failed. */
function LastFailure({ last }: Pick<RecurringTopup, 'last'>) {
  const { rowDate } = useFormats()
  const reasons = useTopupReasons()
  if (last?.status !== 'failed' || !last.reason_code) return null
  return (
    <span className="muted small num" style={{ display: 'block' }}>
      {rowDate(fromPlainDate(last.date))} : {reasons[last.reason_code]}
    </span>
  )
}
