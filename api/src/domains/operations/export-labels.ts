// Labels of exported files in both languages.
import type { ExportColumn, Operation } from 'contract/accounts/operations.ts'

type Labels = {
  title: string
  file: string
  booked: string
  coming: string
  found: (count: string) => string
  credits: string
  debits: string
  holder: string
  account: string
  all_accounts: string
  all_file: string
  columns: Record<ExportColumn, string>
  joined: { folder: string; index: string; path: string }
  types: Record<Operation['type'], string>
}

export const exportLabels: Record<'fr' | 'en', Labels> = {
  fr: {
    title: 'Opérations',
    file: 'Operations',
    booked: 'Exécutée',
    coming: 'À venir',
    found: (count) => `${count} opérations`,
    credits: 'Entrées',
    debits: 'Sorties',
    holder: 'Titulaire',
    account: 'Compte',
    all_accounts: 'Tous les comptes',
    all_file: 'tous-les-comptes',
    joined: { folder: 'Pieces-jointes', index: 'Index', path: 'Fichier' },
    columns: {
      date: 'Date',
      status: 'État',
      account: 'Compte',
      type: 'Type',
      counterparty: 'Contrepartie',
      label: 'Libellé',
      reference: 'Référence',
      categories: 'Catégories',
      amount: 'Montant',
      currency: 'Devise',
      value_date: 'Date de valeur',
      vat_rate: 'Taux de taxe (%)',
      vat_amount: 'Montant de la taxe',
      accounting: 'Imputation comptable',
      comment: 'Note personnelle',
    },
    types: {
      transfer_in: 'Virement reçu',
      transfer_return: 'Virement retourné',
      transfer_out: 'Virement émis',
      card: 'Paiement par carte',
      withdrawal: 'Retrait d’espèces',
      cash_deposit: 'Versement d’espèces',
      cheque_in: 'Remise de chèque',
      cheque_out: 'Chèque émis',
      direct_debit: 'Prélèvement',
      fee: 'Frais et commissions',
      interest: 'Intérêts',
      tax: 'Taxe',
      loan: 'Échéance de prêt',
      card_topup: 'Recharge de carte',
      other: 'Autre opération',
    },
  },
  en: {
    title: 'Operations',
    file: 'Operations',
    booked: 'Executed',
    coming: 'Upcoming',
    found: (count) => `${count} operations`,
    credits: 'Money in',
    debits: 'Money out',
    holder: 'Account holder',
    account: 'Account',
    all_accounts: 'All accounts',
    all_file: 'all-accounts',
    joined: { folder: 'Attachments', index: 'Index', path: 'File' },
    columns: {
      date: 'Date',
      status: 'Status',
      account: 'Account',
      type: 'Type',
      counterparty: 'Counterparty',
      label: 'Label',
      reference: 'Reference',
      categories: 'Categories',
      amount: 'Amount',
      currency: 'Currency',
      value_date: 'Value date',
      vat_rate: 'Tax rate (%)',
      vat_amount: 'Tax amount',
      accounting: 'Accounting code',
      comment: 'Personal note',
    },
    types: {
      transfer_in: 'Incoming transfer',
      transfer_return: 'Returned transfer',
      transfer_out: 'Outgoing transfer',
      card: 'Card payment',
      withdrawal: 'Cash withdrawal',
      cash_deposit: 'Cash deposit',
      cheque_in: 'Cheque deposit',
      cheque_out: 'Cheque paid',
      direct_debit: 'Direct debit',
      fee: 'Fees and commissions',
      interest: 'Interest',
      tax: 'Tax',
      loan: 'Loan instalment',
      card_topup: 'Card top-up',
      other: 'Other operation',
    },
  },
}
