// Turns a search for a clean name into a pattern of the bank's wording, so that both find the same operations. Pure.
import { folded } from 'contract/values/folded.ts'

// How the bank words what the portal calls by these terms.
const WORDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    distributeur: 'gab',
    facture: 'fact',
    invoice: 'fact',
    declaration: 'decl',
    prelevement: 'prlv',
    virement: 'vir',
    transfer: 'vir',
    salary: 'salaire',
    rent: 'loyer',
    customs: 'douane',
    taxes: 'impots',
    airtime: 'recharge mobile',
    loan: 'pret',
    wallet: 'portefeuille mobile',
    chequebook: 'chequier',
    january: 'janvier',
    february: 'fevrier',
    march: 'mars',
    april: 'avril',
    may: 'mai',
    june: 'juin',
    july: 'juillet',
    august: 'aout',
    september: 'septembre',
    october: 'octobre',
    november: 'novembre',
    december: 'decembre',
  }),
)
// Terms that the wording of the bank leaves out.
const LEFT_OUT = new Set('a au aux d de des du en et l la le les of the on par pour sur dans carte by card'.split(' '))

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern with the terms in their order: "Retrait au distributeur, Yoff" is `%retrait%gab%yoff%`; null without a term. */
export function wordingPattern(search: string): string | null {
  const plain = folded(search)
    .replaceAll('œ', 'oe')
    // Digits of a telephone or a meter are written without spaces.
    .replace(/(?<=\d) (?=\d)/gu, '')
    .replaceAll('’', "'")
  const terms = plain
    .split(/[\s,•·]+/u)
    .map((term) => term.replace(/^[dl]'/u, ''))
    .filter((term) => term !== '' && !LEFT_OUT.has(term))
  if (terms.length === 0) return null
  return `%${terms.map((term) => `${escaped(WORDINGS.get(term) ?? term)}%`).join('')}`
}
