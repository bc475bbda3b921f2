// Labels of exported files beside their columns, in both languages.
import type { Language } from 'contract/language.ts'

type Labels = {
  title: string
  file: string
  booked: string
  upcoming: string
  found: (count: number, figure: string) => string
  period: string
  from_to: (from: string, to: string) => string
  none: string
  credits: string
  debits: string
  holder: string
  account: string
  all_accounts: string
  all_file: string
  joined: { folder: string; index: string; path: string }
}

export const exportLabels: Record<Language, Labels> = {
  fr: {
    title: 'Opérations',
    file: 'Operations',
    booked: 'Exécutée',
    upcoming: 'À venir',
    // French has its plural from two on.
    found: (count, figure) => `${figure} opération${count < 2 ? '' : 's'}`,
    period: 'Période',
    from_to: (from, to) => `Du ${from} au ${to}`,
    none: 'Aucune opération ne correspond à cette recherche.',
    credits: 'Entrées',
    debits: 'Sorties',
    holder: 'Titulaire',
    account: 'Compte',
    all_accounts: 'Tous les comptes',
    all_file: 'tous-les-comptes',
    joined: { folder: 'Pieces-jointes', index: 'Index', path: 'Fichier' },
  },
  en: {
    title: 'Operations',
    file: 'Operations',
    booked: 'Executed',
    upcoming: 'Upcoming',
    found: (count, figure) => `${figure} operation${count === 1 ? '' : 's'}`,
    period: 'Period',
    from_to: (from, to) => `From ${from} to ${to}`,
    none: 'No operation matches this search.',
    credits: 'Money in',
    debits: 'Money out',
    holder: 'Account holder',
    account: 'Account',
    all_accounts: 'All accounts',
    all_file: 'all-accounts',
    joined: { folder: 'Attachments', index: 'Index', path: 'File' },
  },
}
