// Labels of rights and capabilities in the portal, in confirmations and in e-mails.
import type { Sentence } from '../language.ts'
import type { Capability, Right } from '../rights.ts'

export const rightLabels: Record<Right, Sentence> = {
  dashboard: { fr: 'Home', en: 'Home' },
  operations: { fr: 'Synthèse', en: 'Operations' },
  transfers: { fr: 'Virements', en: 'Transfers' },
  debits: { fr: 'Prélèvements', en: 'Direct debits' },
  statements: { fr: 'Relevés', en: 'Statements' },
  'payment-methods': { fr: 'Moyens de paiement', en: 'Payment methods' },
  dat: { fr: 'Placements', en: 'Deposits' },
  credits: { fr: 'Crédits', en: 'Loans' },
  inbox: { fr: 'Messagerie', en: 'Inbox' },
  rib: { fr: 'Coordonnées bancaires (RIB)', en: 'Bank details' },
}

export const capabilityLabels: Record<Capability, Sentence> = {
  'transfer.create': { fr: 'Saisir des virements', en: 'Create transfers' },
  'transfer.validate': { fr: 'Valider des virements', en: 'Validate transfers' },
  'beneficiary.manage': { fr: 'Gérer les bénéficiaires', en: 'Manage beneficiaries' },
  topup: { fr: 'Recharger des cartes prépayées', en: 'Top up prepaid cards' },
  'chequebook.order': { fr: 'Commander des chéquiers', en: 'Order chequebooks' },
  'mandate.manage': { fr: 'Gérer les mandats de prélèvement', en: 'Manage direct debit mandates' },
  'message.send': { fr: 'Écrire à la banque', en: 'Write to the bank' },
  'access.admin': { fr: 'Gérer les accès', en: 'Manage access' },
  'audit.read': { fr: 'Consulter le journal d’activité', en: 'Read the activity log' },
  'batch.confidential': { fr: 'Voir les salaires confidentiels', en: 'See confidential salaries' },
}
