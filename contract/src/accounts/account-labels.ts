// Names accounts. The bank labels most of them by their kind, in French.
import type { Sentence } from '../language.ts'
import { folded } from '../values/folded.ts'
import type { LocalText } from '../values/identity.ts'

const kinds: readonly Sentence[] = [
  { fr: 'Compte de chèques', en: 'Cheque account' },
  { fr: 'Compte courant', en: 'Current account' },
  { fr: 'Compte d’épargne', en: 'Savings account' },
  { fr: 'Compte salaires', en: 'Payroll account' },
  { fr: 'Compte en devises', en: 'Foreign currency account' },
]

/** Both languages where a label begins with a kind; a name of the customer's own stays as it is. */
export function accountName(label: string): LocalText {
  const written = label.replaceAll("'", '’')
  const kind = kinds.find(({ fr }) => written.startsWith(fr))
  return kind ? { fr: written, en: `${kind.en}${written.slice(kind.fr.length)}` } : written
}

/** So many characters of an English kind are enough to mean it. */
const MIN_CHARACTERS = 4

/** A searched text with the kind in French that it names, or begins to name, in English: "savings" is "Compte d’épargne"; null without one. */
export function frenchLabelOf(search: string): string | null {
  const text = folded(search).trim()
  for (const { fr, en } of kinds) {
    const kind = folded(en)
    if (text.length >= MIN_CHARACTERS && kind.startsWith(text)) return fr
    if (text.startsWith(`${kind} `)) return fr + text.slice(kind.length)
  }
  return null
}
