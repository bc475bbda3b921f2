// Names of accounts. The bank labels most of them by their kind, in French.
import { translate } from './language.ts'

const ENGLISH_KINDS = [
  [/^Compte de chèques/, 'Cheque account'],
  [/^Compte courant/, 'Current account'],
  [/^Compte d['’]épargne/, 'Savings account'],
  [/^Compte salaires/, 'Payroll account'],
  [/^Compte en devises/, 'Foreign currency account'],
] as const

/** The label of an account in the language of the reader, where it begins with the kind; any other label as it is. */
export const accountName = (label: string): string =>
  translate({ fr: label, en: ENGLISH_KINDS.reduce((text, [kind, name]) => text.replace(kind, name), label) })
