// Describes who stands on the other side of a movement, as lists show it: a name, a second line, a picture and a state.
import * as z from 'zod/mini'
import type { Language, Sentence } from '../language.ts'
import { folded } from './folded.ts'

/** A person is round with initials, a company square with initials; the others are square with a glyph. */
export const identityKinds = ['person', 'company', 'shop', 'biller', 'own', 'bank', 'mobile', 'cash', 'card'] as const
export type IdentityKind = (typeof identityKinds)[number]
/** Whom a customer may give a name of their own: not the bank, their own accounts, cash and cards. */
export const renamableKinds: readonly IdentityKind[] = ['person', 'company', 'shop', 'biller', 'mobile']

/** Tints of categories, with the glyph of each. */
export const categoryTints = [
  'food',
  'out',
  'move',
  'power',
  'water',
  'telecom',
  'home',
  'health',
  'school',
  'income',
  'tax',
  'cash',
  'saving',
  'mobile',
  'card',
  'family',
  'loan',
] as const
/** Tints of names. */
const nameTints = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'] as const
export const tints = [...categoryTints, ...nameTints, 'neutral', 'brand'] as const
export type Tint = (typeof tints)[number]

/** Glyphs that differ from the one of the tint. */
export const identityGlyphs = [
  'store',
  'car',
  'wrench',
  'wifi',
  'container',
  'percent',
  'cheque',
  'chequebook',
  'exchange',
  'bank',
  'people',
  'cash_in',
] as const
export type IdentityGlyph = (typeof identityGlyphs)[number]

/** Exceptions only: an executed movement has no state. */
export const identityStates = ['upcoming', 'pending', 'late', 'refused', 'unpaid', 'returned'] as const
export type IdentityState = (typeof identityStates)[number]

export const identityStateLabels: Record<IdentityState, Sentence> = {
  upcoming: { fr: 'À venir', en: 'Upcoming' },
  pending: { fr: 'En attente', en: 'Pending' },
  late: { fr: 'En retard', en: 'Late' },
  refused: { fr: 'Refusé', en: 'Refused' },
  unpaid: { fr: 'Impayé', en: 'Unpaid' },
  returned: { fr: 'Retourné', en: 'Returned' },
}

/** A proper name is one text in both languages; other words have a sentence in each. */
export const LocalText = z.union([z.string(), z.strictObject({ fr: z.string(), en: z.string() })])
export type LocalText = string | Sentence

export const Identity = z.strictObject({
  /** In sentence case, 60 characters at most where it comes from the wording of the bank. */
  name: LocalText,
  /** The second line: the purpose, or the nature of the movement. */
  memo: z.nullable(LocalText),
  kind: z.enum(identityKinds),
  tint: z.enum(tints),
  glyph: z.nullable(z.enum(identityGlyphs)),
  state: z.nullable(z.enum(identityStates)),
})
export type Identity = z.infer<typeof Identity>

export const textIn = (text: LocalText, language: Language): string =>
  typeof text === 'string' ? text : text[language]

/** Two words in one line, each in its language. */
export const joinTexts = (left: LocalText, right: LocalText, between = ' · '): LocalText =>
  typeof left === 'string' && typeof right === 'string'
    ? `${left}${between}${right}`
    : {
        fr: `${textIn(left, 'fr')}${between}${textIn(right, 'fr')}`,
        en: `${textIn(left, 'en')}${between}${textIn(right, 'en')}`,
      }

const LEGAL_FORMS = new Set(['sa', 'sarl', 'sas', 'suarl', 'surl', 'gie', 'ets', 'sci', 'snc', 'ltd', 'inc'])
const ARTICLES = new Set([
  'le',
  'la',
  'les',
  'l',
  'de',
  'du',
  'des',
  'd',
  'et',
  'the',
  'of',
  'and',
  'a',
  'à',
  'au',
  'aux',
  'pour',
])

const termsOf = (name: string) => name.replace(/\(.*?\)/gu, ' ').match(/[\p{L}\p{N}]+/gu) ?? []

/** The first letters of the first and the last word, without legal forms and articles. */
export function initialsOf(name: string): string {
  const all = termsOf(name)
  const named = all.filter((word) => !LEGAL_FORMS.has(word.toLowerCase()) && !ARTICLES.has(word.toLowerCase()))
  const [first, ...others] = named.length > 0 ? named : all
  const last = others.at(-1)
  return `${first?.at(0) ?? ''}${last?.at(0) ?? ''}`.toUpperCase()
}

/** One of eight tints, always the same for one name. */
export function tintOfName(name: string): Tint {
  const plain = name
    .replace(/\(.*?\)/gu, ' ')
    .trim()
    .toLowerCase()
  const sum = plain.split('').reduce((total, unit) => total + unit.charCodeAt(0), 0)
  return nameTints[sum % nameTints.length] ?? 'p1'
}

// The words that a company, a shop or an authority has in its name, and a person has not.
const COMPANY_TERMS = new Set(
  `agence agro assurances association atelier banque boutique boulangerie bureau cabinet cacao caisse centre clinique club commune
  compagnie comptoir conserverie consulting cooperative construction direction distribution douanes ecole emballages energie
  entreprise epicerie etablissement etablissements etude export federation filiale filiales fondation froid garage groupe groupement
  gardiennage holding hopital hotel huileries imprimerie industries institut international karite laboratoire librairie logistique mairie maison
  marche menuiserie minoterie ministere mutuelle negoce nettoyage optique ouvroir participations peche pharmacie polyclinique port quincaillerie
  restaurant sacherie salaires salon senelec sarl sa sas services societe sonatel station suarl superette supermarche syndic teranga tontine
  trading transit transport transports tresor universite gie ets sci`.split(/\s+/u),
)

/** Whether a name is that of a company, a shop or an authority, and not of a person. */
export function isCompanyName(name: string): boolean {
  if (/[&\d]/u.test(name)) return true
  const terms = termsOf(folded(name))
  // "Gardiennage Le Baobab"
  if (/\p{L}+ L(?:e|a|es) \p{Lu}/u.test(name)) return true
  return terms.length === 1 || terms.some((word) => COMPANY_TERMS.has(word) || word === 'du' || word === 'des')
}

/** The identity of a person or a company of whom only the name is known. */
export function identityOfName(name: string, memo: LocalText | null = null, isCompany = isCompanyName(name)): Identity {
  return { name, memo, kind: isCompany ? 'company' : 'person', tint: tintOfName(name), glyph: null, state: null }
}

// The categories that the bank proposes; a category of the customer's own has the tint of its name.
const TINTS_OF_CATEGORIES: Readonly<Record<string, Tint>> = {
  alimentation: 'food',
  courses: 'food',
  'restaurants et sorties': 'out',
  sorties: 'out',
  'transport et carburant': 'move',
  transport: 'move',
  carburant: 'move',
  electricite: 'power',
  eau: 'water',
  'telecom et internet': 'telecom',
  loyer: 'home',
  logement: 'home',
  sante: 'health',
  scolarite: 'school',
  salaire: 'income',
  salaires: 'income',
  'impots et taxes': 'tax',
  'cotisations sociales': 'tax',
  douane: 'tax',
  retraits: 'cash',
  epargne: 'saving',
  placements: 'saving',
  'mobile money': 'mobile',
  cartes: 'card',
  'carte prepayee': 'card',
  famille: 'family',
  credit: 'loan',
  credits: 'loan',
  'frais bancaires': 'neutral',
  divers: 'neutral',
}

export const tintOfCategory = (label: string): Tint => TINTS_OF_CATEGORIES[folded(label)] ?? tintOfName(label)
