// Names the types of operations and the columns of their export, for screens, files and PDF documents alike.
import type { Sentence } from '../language.ts'
import type { ExportColumn, Operation } from './operations.ts'

export const operationTypeLabels: Record<Operation['type'], Sentence> = {
  transfer_in: { fr: 'Virement reçu', en: 'Incoming transfer' },
  transfer_return: { fr: 'Virement retourné', en: 'Returned transfer' },
  transfer_out: { fr: 'Virement émis', en: 'Outgoing transfer' },
  card: { fr: 'Paiement par carte', en: 'Card payment' },
  withdrawal: { fr: 'Retrait d’espèces', en: 'Cash withdrawal' },
  cash_deposit: { fr: 'Versement d’espèces', en: 'Cash deposit' },
  cheque_in: { fr: 'Remise de chèque', en: 'Cheque deposit' },
  cheque_out: { fr: 'Chèque émis', en: 'Cheque paid' },
  direct_debit: { fr: 'Prélèvement', en: 'Direct debit' },
  fee: { fr: 'Frais et commissions', en: 'Fees and commissions' },
  interest: { fr: 'Intérêts', en: 'Interest' },
  tax: { fr: 'Taxe', en: 'Tax' },
  loan: { fr: 'Échéance de prêt', en: 'Loan instalment' },
  card_topup: { fr: 'Recharge de carte', en: 'Card top-up' },
  other: { fr: 'Autre opération', en: 'Other operation' },
}

export const exportColumnLabels: Record<ExportColumn, Sentence> = {
  date: { fr: 'Date', en: 'Date' },
  status: { fr: 'État', en: 'Status' },
  account: { fr: 'Compte', en: 'Account' },
  type: { fr: 'Type', en: 'Type' },
  name: { fr: 'Nom', en: 'Name' },
  memo: { fr: 'Motif', en: 'Purpose' },
  counterparty: { fr: 'Contrepartie', en: 'Counterparty' },
  label: { fr: 'Libellé de la banque', en: 'Wording of the bank' },
  reference: { fr: 'Référence', en: 'Reference' },
  categories: { fr: 'Catégories', en: 'Categories' },
  amount: { fr: 'Montant', en: 'Amount' },
  currency: { fr: 'Devise', en: 'Currency' },
  value_date: { fr: 'Date de valeur', en: 'Value date' },
  vat_rate: { fr: 'Taux de taxe (%)', en: 'Tax rate (%)' },
  vat_amount: { fr: 'Montant de la taxe', en: 'Tax amount' },
  accounting: { fr: 'Imputation comptable', en: 'Accounting code' },
  comment: { fr: 'Note personnelle', en: 'Personal note' },
}
