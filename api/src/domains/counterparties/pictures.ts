// Finds the picture of a company, a shop or a person by its name. Pure.
import { folded } from 'contract/values/folded.ts'
import { type Identity, isCompanyName, tintOfName } from 'contract/values/identity.ts'
import { memoized } from './memoized.ts'

export type Picture = Pick<Identity, 'kind' | 'tint'> & Partial<Pick<Identity, 'glyph'>>

// Companies and shops that are known by a word of their name.
const KNOWN: readonly (readonly [RegExp, Picture])[] = [
  [/senelec|woyofal/u, { kind: 'biller', tint: 'power' }],
  [/sen.?eau\b|\bsones\b/u, { kind: 'biller', tint: 'water' }],
  [/sonatel.*(?:fibre|adsl)|\bfibre\b/u, { kind: 'biller', tint: 'telecom', glyph: 'wifi' }],
  [/sonatel|\borange\b|\bexpresso\b|canal ?\+|\byas\b/u, { kind: 'biller', tint: 'telecom' }],
  [/douane/u, { kind: 'biller', tint: 'tax', glyph: 'container' }],
  [/\bipres\b|^css$|securite sociale|direction des impots|tresor public|\bdgid\b/u, { kind: 'biller', tint: 'tax' }],
  [/^ecole\b|^lycee\b|^universite\b|^institut\b|scolarite|direction des bourses/u, { kind: 'biller', tint: 'school' }],
  [/pharmacie|clinique|hopital|laboratoire|dentaire|opticien/u, { kind: 'shop', tint: 'health' }],
  [/supermarche|superette|epicerie|boulangerie|boucherie|alimentation|marche\b/u, { kind: 'shop', tint: 'food' }],
  [/restaurant|\bcafe\b|patisserie|dibiterie|\bbar\b|traiteur|cinema|hotel/u, { kind: 'shop', tint: 'out' }],
  [/station|carburant|essence/u, { kind: 'shop', tint: 'move' }],
  [/garage|pneu|mecanique/u, { kind: 'shop', tint: 'move', glyph: 'wrench' }],
  [/peage|taxi|\bbus\b|\bter\b|parking|autoroute/u, { kind: 'shop', tint: 'move', glyph: 'car' }],
  [/librairie|papeterie/u, { kind: 'shop', tint: 'school' }],
  [/tontine/u, { kind: 'biller', tint: 'family' }],
]

type Role = 'paid by card' | 'debits' | 'collects' | 'any'

function readPicture(name: string, role: Role): Picture {
  const plain = folded(name)
  const known = KNOWN.find(([pattern, picture]) => (role !== 'any' || picture.kind !== 'shop') && pattern.test(plain))
  if (known) return known[1]
  if (role === 'paid by card') return { kind: 'shop', tint: 'neutral', glyph: 'store' }
  // Only organisations have the identifier of a creditor.
  return { kind: role === 'debits' || isCompanyName(name) ? 'company' : 'person', tint: tintOfName(name) }
}

const picturesFor = (role: Role) => memoized((name) => readPicture(name, role))
const pictures: Readonly<Record<Role, (name: string) => Picture>> = {
  'paid by card': picturesFor('paid by card'),
  debits: picturesFor('debits'),
  collects: picturesFor('collects'),
  any: picturesFor('any'),
}

/**
 * The picture of a name: what is known about it, else its initials. A card pays shops: one of which nothing is known has
 * the sign of a shop. Elsewhere a shop is a company like any other, unless its bills are collected.
 */
export const pictureOf = (name: string, role: Role): Picture => pictures[role](name)
