// Labels, tones and icons of the statuses of an order, for lists, panels, filters, exports and PDF documents.
import type { Sentence } from '../language.ts'
import type { transferStatuses } from './transfer-status-codes.ts'

export type TransferStatus = (typeof transferStatuses)[number]

export const statusIcons = [
  'sign',
  'wait',
  'calendar',
  'late',
  'progress',
  'done',
  'refused',
  'cancelled',
  'alert',
  'back',
  'pause',
  'payee',
] as const
export type StatusIcon = (typeof statusIcons)[number]

/** Without a tone: the normal status, shown without a badge. */
type Labels = Sentence & { tone: 'neutral' | 'warning' | 'danger' | 'info' | null; icon: StatusIcon }

export const transferStatusLabels: Record<TransferStatus, Labels> = {
  to_sign: { fr: 'À signer', en: 'To sign', tone: 'warning', icon: 'sign' },
  pending: { fr: 'En attente', en: 'Pending', tone: 'warning', icon: 'wait' },
  late: { fr: 'En retard', en: 'Late', tone: 'warning', icon: 'late' },
  scheduled: { fr: 'Programmé', en: 'Scheduled', tone: null, icon: 'calendar' },
  active: { fr: 'Actif', en: 'Active', tone: null, icon: 'calendar' },
  paused: { fr: 'En pause', en: 'Paused', tone: 'neutral', icon: 'pause' },
  suspended: { fr: 'Suspendu', en: 'On hold', tone: 'warning', icon: 'payee' },
  in_progress: { fr: 'En cours', en: 'In progress', tone: 'info', icon: 'progress' },
  executed: { fr: 'Exécuté', en: 'Completed', tone: null, icon: 'done' },
  ended: { fr: 'Terminé', en: 'Ended', tone: null, icon: 'done' },
  refused: { fr: 'Refusé', en: 'Refused', tone: 'danger', icon: 'refused' },
  cancelled: { fr: 'Annulé', en: 'Cancelled', tone: 'neutral', icon: 'cancelled' },
  rejected: { fr: 'Rejeté', en: 'Rejected', tone: 'danger', icon: 'alert' },
  returned: { fr: 'Retourné', en: 'Returned', tone: 'info', icon: 'back' },
}

/** The decision of the validators, in the specification's words. */
export const validationLabels: Record<'pending' | 'validated' | 'refused', Sentence> = {
  pending: { fr: 'En attente', en: 'Pending' },
  validated: { fr: 'Validé', en: 'Validated' },
  refused: { fr: 'Refusé', en: 'Refused' },
}

/** The reasons for which the bank itself ends an order. */
export const reasonCodeLabels: Record<
  'funds' | 'payee' | 'payer' | 'expired' | 'payee_changed' | 'payee_removed' | 'guarantee',
  Sentence
> = {
  funds: { fr: 'Provision insuffisante', en: 'Insufficient funds' },
  payee: {
    fr: 'Le compte du bénéficiaire ne peut pas recevoir de virement',
    en: 'The beneficiary’s account cannot receive transfers',
  },
  payer: { fr: 'Le compte à débiter est bloqué ou clos', en: 'The account to debit is blocked or closed' },
  expired: { fr: 'Aucune validation dans les délais', en: 'Not validated in time' },
  payee_changed: { fr: 'Le compte du bénéficiaire a changé', en: 'The beneficiary’s account has changed' },
  payee_removed: { fr: 'Le bénéficiaire a été supprimé', en: 'The beneficiary was deleted' },
  guarantee: {
    fr: 'La banque avait suspendu les paiements instantanés',
    en: 'The bank had suspended instant payments',
  },
}

/** "En retard de 3 jours". */
export const lateBy = (days: number): Sentence => ({
  fr: `En retard de ${days} ${days > 1 ? 'jours' : 'jour'}`,
  en: `${days} ${days > 1 ? 'days' : 'day'} late`,
})
