// Names the statuses of top-ups, direct debits, deposits and instalments, for screens, files and PDF documents alike.
import type { Sentence } from '../language.ts'
import type { CardTopup } from './card-topups.ts'
import type { CreditLine } from './credits.ts'
import type { Debit } from './debits.ts'
import type { Deposit } from './deposits.ts'

export const topupStatusLabels: Record<CardTopup['status'], Sentence> = {
  pending: { fr: 'En attente', en: 'Pending' },
  done: { fr: 'Créditée', en: 'Done' },
  failed: { fr: 'Échouée', en: 'Failed' },
}

export const debitStatusLabels: Record<Debit['status'], Sentence> = {
  announced: { fr: 'Annoncé', en: 'Announced' },
  executed: { fr: 'Exécuté', en: 'Executed' },
  rejected: { fr: 'Rejeté', en: 'Rejected' },
  refused: { fr: 'Refusé', en: 'Refused' },
  refunded: { fr: 'Remboursé', en: 'Refunded' },
}

export const depositStatusLabels: Record<Deposit['status'], Sentence> = {
  pending: { fr: 'En cours', en: 'In progress' },
  matured: { fr: 'Échu', en: 'Matured' },
  renewed: { fr: 'Reconduit', en: 'Renewed' },
  broken: { fr: 'Rompu par anticipation', en: 'Broken early' },
  closed: { fr: 'Clôturé', en: 'Closed' },
}

export const instalmentLabels: Record<CreditLine['state'], Sentence> = {
  paid: { fr: 'Payée', en: 'Paid' },
  unpaid: { fr: 'Impayée', en: 'Unpaid' },
  due: { fr: 'À échoir', en: 'Not yet due' },
}
