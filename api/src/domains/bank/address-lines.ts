// Lists the lines at the head of a document: the branch that writes, and the addressee.
import type { Language } from 'contract/language.ts'

type Parties = {
  holder: string
  holder_address: string | null
  branch_name: string
  branch_address: string
  branch_phone: string
}

const branchName = { fr: (name: string) => `Agence ${name}`, en: (name: string) => `${name} branch` } as const

export const senderLines = ({ branch_name, branch_address, branch_phone }: Parties, lang: Language): string[] => [
  branchName[lang](branch_name),
  branch_address,
  formatPhone(branch_phone),
]

export const addresseeLines = ({ holder, holder_address }: Parties): string[] => [
  holder,
  ...(holder_address === null ? [] : holder_address.split('\n')),
]

/** A number of Senegal in its usual groups; any other as it is stored. */
const formatPhone = (phone: string) => phone.replace(/^(\+221)(\d{2})(\d{3})(\d{2})(\d{2})$/u, '$1 $2 $3 $4 $5')
