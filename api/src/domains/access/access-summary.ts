// Builds the summary of an access change for its confirmation dialog.
import { capabilityLabels, rightLabels } from 'contract/access/access-labels.ts'
import type { Language, Sentence } from 'contract/language.ts'
import { customRole, type Grant, inOrder, roleOf, roles } from 'contract/roles.ts'
import type { Operation } from 'contract/access/session.ts'
import type { Account } from './access-store.ts'

type SummaryFacts = Operation['summary']['facts']

const none = { fr: 'Aucune', en: 'None' }
const noAccess = { fr: 'Aucun accès', en: 'No access' }
const joinedLabels = (names: readonly string[], sentences: Record<string, Sentence>, lang: Language) =>
  names.map((name) => sentences[name]?.[lang] ?? name).join(', ') || none[lang]

/** The role of a grant, followed by the access administration where the grant has it too. */
export function formatRole(grant: Grant, lang: Language): string {
  if (grant.rights.length === 0 && grant.capabilities.length === 0) return noAccess[lang]
  const role = roleOf(grant)
  const name = (role ? roles[role] : customRole)[lang]
  const isAlsoAdministrator =
    grant.capabilities.includes('access.admin') && role !== 'holder' && role !== 'administrator'
  return isAlsoAdministrator ? `${name} + ${roles.administrator[lang]}` : name
}

export const personFact = ({
  first_name,
  last_name,
}: {
  first_name: string
  last_name: string
}): SummaryFacts[number] => ({
  name: 'person',
  text: `${first_name} ${last_name}`,
})

export function accountsFact(accounts: readonly Account[], lang: Language): SummaryFacts[number] {
  const [first] = accounts
  const text =
    accounts.length === 1 && first
      ? `${first.label} ${first.number}`
      : `${accounts.length} ${lang === 'fr' ? 'comptes' : 'accounts'}`
  return { name: 'accounts', text }
}

export function grantFacts(grant: Grant, lang: Language): SummaryFacts {
  const { rights, capabilities } = inOrder(grant)
  return [
    { name: 'role', text: formatRole(grant, lang) },
    { name: 'rights', text: joinedLabels(rights, rightLabels, lang) },
    { name: 'capabilities', text: joinedLabels(capabilities, capabilityLabels, lang) },
  ]
}
