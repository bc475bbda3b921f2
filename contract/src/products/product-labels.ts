// Names the statuses of top-ups, deposits and instalments, for screens, files and PDF documents alike.
import type { Sentence } from '../language.ts'
import type { CardTopup } from './card-topups.ts'
import type { CreditLine } from './credits.ts'
import type { Deposit } from './deposits.ts'

export const topupStatusLabels: Record<CardTopup['status'], Sentence> = {
  pending: { fr: 'En attente', en: 'Pending' },
  done: { fr: 'Effectuée', en: 'Completed' },
  failed: { fr: 'Échouée', en: 'Failed' },
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
