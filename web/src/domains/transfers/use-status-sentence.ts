// Explains the status of an order and where its money is, in one sentence beside its label.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { returnReason } from 'contract/transfers/clearing.ts'
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import type { TransferDetail } from 'contract/transfers/transfers.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { useSigners } from './use-signers.ts'

type Event = TransferDetail['history'][number]

/** Null if the panel explains it elsewhere. */
export function useStatusSentence(transfer: TransferDetail): string | null {
  const { t } = useLingui()
  const language = useLanguage()
  const { dayAndMonth, longDate, dateTime } = useFormats()
  const { status, suspended, history, actions, execution_date, executed_at, network, next_dates, arrival_date } =
    transfer
  const last = (action: Event['action']) => history.findLast((event) => event.action === action)
  const dayOf = (event: Event | undefined) => longDate(event ? fromUnix(event.at) : fromPlainDate(execution_date))
  // Some dates of a series may have been executed before.
  const isSeries = transfer.type === 'periodic'
  const signers = useSigners(transfer.id, {
    isPending: status === 'pending',
    missing: transfer.approvals_missing,
  }).names

  /** Who has signed this version of the order; then whom it waits for. */
  const waiting = (isOwn: boolean) => {
    const since = history.findLastIndex(({ action }) => action === 'transfer.edit')
    const signed = new Intl.ListFormat(language).format(
      history.flatMap(({ action, by }, at) => (at > since && action === 'transfer.sign' && by ? [by] : [])),
    )
    const missing = plural(transfer.approvals_missing, { one: 'Attend # signature.', other: 'Attend # signatures.' })
    const awaited = isOwn ? t`Attend votre signature.` : signers === null ? missing : t`Attend ${signers}.`
    return [signed && t`Signé par ${signed}.`, awaited, t`L’argent n’est pas parti.`].filter(Boolean).join(' ')
  }

  const arrival = arrival_date === null ? null : dayAndMonth(fromPlainDate(arrival_date))
  const scheduled = () => {
    const day = dayAndMonth(fromPlainDate(execution_date))
    const arrives = arrival_date !== execution_date && arrival && t`La banque du bénéficiaire le reçoit ${arrival}.`
    return [t`Part ${day}.`, arrives, actions.includes('cancel') && t`Vous pouvez encore l’annuler.`]
      .filter(Boolean)
      .join(' ')
  }
  const late = () => {
    if (suspended === 'late') return null
    const day = longDate(fromPlainDate(execution_date))
    return transfer.validation_status === 'pending'
      ? t`Devait partir le ${day}. Il attend encore une signature.`
      : t`Devait partir le ${day}. Rien n’est parti.`
  }
  const executed = () => {
    const settled = last('transfer.settle')
    const at = settled ? fromUnix(settled.at) : executed_at !== null ? fromUnix(executed_at) : null
    if (at === null) return null
    const when = dateTime(at)
    if (network === 'book') return t`Arrivé sur le compte du bénéficiaire le ${when}.`
    return settled ? t`Arrivé à la banque du bénéficiaire le ${when}.` : t`Parti de votre compte le ${when}.`
  }
  const refused = () => {
    const by = last('transfer.reject')?.by
    if (!by) return null
    return isSeries ? t`Refusé par ${by}.` : t`Refusé par ${by}. Rien n’est parti.`
  }
  const cancelled = () => {
    const event = last('transfer.cancel')
    if (event?.by) {
      const [by, day] = [event.by, dayOf(event)]
      return t`Annulé par ${by} le ${day}.`
    }
    if (transfer.reason_code === 'expired') return t`Annulé : personne n’a signé à temps.`
    return isSeries ? null : t`Rien n’est parti.`
  }
  const returned = () => {
    const event = last('transfer.return')
    const [day, why] = [dayOf(event), returnReason(event?.return_reason ?? '')[language]]
    return transfer.fees + transfer.tax > 0
      ? t`Revenu le ${day} : ${why}. L’argent est de nouveau sur votre compte, les frais restent.`
      : t`Revenu le ${day} : ${why}. L’argent est de nouveau sur votre compte.`
  }
  const active = () => {
    const next = next_dates[0]
    if (!next) return null
    const day = dayAndMonth(fromPlainDate(next.due))
    return t`Prochain virement ${day}.`
  }
  const paused = () => {
    const day = dayOf(last('transfer.pause'))
    return t`En pause depuis le ${day}. Aucun virement ne part.`
  }
  const ended = () => {
    const day = dayOf(last('transfer.execute'))
    return t`Dernier virement le ${day}.`
  }

  const sentences: Record<TransferStatus, () => string | null> = {
    to_sign: () => waiting(true),
    pending: () => waiting(false),
    late,
    scheduled,
    active,
    paused,
    suspended: () => null,
    in_progress: () =>
      arrival &&
      t`Parti de votre compte, attendu ${arrival} à la banque du bénéficiaire. Elle ne l’a pas encore confirmé.`,
    executed,
    ended,
    refused,
    cancelled,
    rejected: () =>
      isSeries ? t`La banque n’a pas pu l’exécuter.` : t`La banque n’a pas pu l’exécuter. Rien n’est parti.`,
    returned,
  }
  return sentences[status]()
}
