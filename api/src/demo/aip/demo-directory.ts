// The invented participants and customers of the simulated instant payment platform. Everybody here is fictional.
import { createHash } from 'node:crypto'
import { ibanError } from 'contract/values/iban.ts'
import type { accountKinds, aliasKinds, countries, customerKinds } from '../../formats/instant/aip-fields.ts'

export type Country = (typeof countries)[number]
export type CustomerKind = (typeof customerKinds)[number]
export type AccountKind = (typeof accountKinds)[number]
export type AliasKind = (typeof aliasKinds)[number]
export type ParticipantState = 'JOIN' | 'ENBL' | 'DSBL' | 'DLTD'

export type Participant = { member: string; name: string; state: ParticipantState }

const participant = (member: string, name: string, state: ParticipantState = 'ENBL'): Participant => ({
  member,
  name,
  state,
})

/** Banks are those that the demo bank knows by their codes; `D` are microfinance institutions, `E` issuers of e-money. */
export const demoParticipants: readonly Participant[] = [
  participant('SNB999', 'Banque Téranga'),
  participant('SNB997', 'Crédit du Saloum'),
  participant('SNB998', 'Banque du Littoral'),
  participant('CIB998', 'Banque des Deux Lagunes'),
  participant('MLB998', 'Banque du Djoliba'),
  participant('BJB998', 'Banque de l’Ouémé'),
  participant('BFB998', 'Banque du Mouhoun'),
  participant('TGB998', 'Banque du Mono'),
  participant('NEB998', 'Banque de l’Aïr'),
  participant('GWB998', 'Banco do Geba'),
  participant('SND101', 'Mutuelle Jokkoo'),
  participant('CID101', 'Coopec des Lagunes'),
  participant('BFD101', 'Caisse populaire du Yatenga'),
  participant('SNE101', 'Xaalis Mobile'),
  participant('SNE102', 'Yobanté Pay'),
  participant('CIE101', 'Akwaba Money'),
  participant('MLE101', 'Sugu Money'),
  participant('BFE101', 'Cauri Faso'),
  participant('BJE101', 'Zogbo Pay'),
  participant('TGE101', 'Asigamé Cash'),
  participant('NEE101', 'Kudi Sahel'),
  participant('GWE101', 'Bolama Móvel'),
  participant('SNC103', 'Cayor Paiements', 'DSBL'),
]

export type Account = { kind: AccountKind; iban?: string; other?: string }

export type Holder = {
  member: string
  name: string
  kind: CustomerKind
  country: Country
  city: string
  phone: string
  account: Account
  /** Null for an account without identity (TRAL). */
  identity: { system: 'NIDN' | 'CCPT' | 'TXID'; number: string } | null
  /** The number in the trade register, of a merchant who is a person. */
  rccm: string | null
}

/** How a person differs from one who accepts everything after a moment. */
export type Behaviour = {
  /** Payments to this person are refused with this reason. */
  refusesPayments?: string
  /**
   * How the outcome of a payment arrives. `statut`: only as an answer to the second question for its state; `never`: not at all, until
   * the control interface settles it; `slow`: after fifteen seconds; `thrice`: three times; `steps`: ACSP before ACCC;
   * `malformed`: as a message that was malformed; `refused`: the AIP refuses the message, and does not have the payment.
   */
  outcome?: 'statut' | 'never' | 'slow' | 'thrice' | 'steps' | 'malformed' | 'refused'
  /** Requests to pay are refused with this reason, or stay without an answer. */
  refusesRequests?: string
  /** Requests for a return of funds are refused with this reason, or stay without an answer. */
  refusesReturns?: 'CUST' | 'AC04' | 'never'
  /** Claims of this phone number are rejected, or stay without an answer. */
  refusesClaims?: 'rejects' | 'never'
}

export type DemoAlias = { value: string; kind: AliasKind; holder: Holder; behaviour: Behaviour }

/** A payment address that is the same in every demo bank. */
export function addressOf(seed: string): string {
  const hex = createHash('sha256').update(`payment address ${seed}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const digitsOf = (seed: string, length: number) =>
  BigInt(`0x${createHash('sha256').update(seed).digest('hex').slice(0, 24)}`)
    .toString()
    .slice(0, length)

type Person = {
  member: string
  name: string
  kind?: CustomerKind
  city: string
  phone: string
  account?: Partial<Account>
  merchantCode?: string
  behaviour?: Behaviour
}

function holderOf({ member, name, kind = 'P', city, phone, account = {} }: Person): Holder {
  const country = member.slice(0, 2) as Country
  const accountKind = account.kind ?? (member[2] === 'E' ? 'TRAN' : 'CACC')
  const isCompany = kind === 'B' || kind === 'G'
  return {
    member,
    name,
    kind,
    country,
    city,
    phone,
    account: { kind: accountKind, ...(account.iban ? { iban: account.iban } : { other: account.other ?? phone }) },
    identity:
      accountKind === 'TRAL'
        ? null
        : { system: isCompany ? 'TXID' : 'NIDN', number: digitsOf(`identity ${phone}`, isCompany ? 9 : 13) },
    rccm: kind === 'C' ? `${country}-DEMO-A-${digitsOf(`rccm ${phone}`, 5)}` : null,
  }
}

/** Each has a payment address; persons and merchants their phone number too; some merchants a code. */
function aliasesOf(person: Person): DemoAlias[] {
  const holder = holderOf(person)
  const behaviour = person.behaviour ?? {}
  const { phone, merchantCode } = person
  return [
    { value: addressOf(phone), kind: 'SHID', holder, behaviour },
    ...(holder.kind === 'P' || holder.kind === 'C' ? [{ value: phone, kind: 'MBNO' as const, holder, behaviour }] : []),
    ...(merchantCode ? [{ value: merchantCode, kind: 'MCOD' as const, holder, behaviour }] : []),
  ]
}

const people: Person[] = [
  // A wallet in Abidjan: paid by phone number on a Sunday evening.
  { member: 'CIE101', name: 'Adjoua Kouassi', city: 'Abidjan', phone: '+2250700000101' },
  // Wallets in Senegal, at two issuers.
  { member: 'SNE101', name: 'Ousmane Ba', city: 'Dakar', phone: '+221765550101' },
  { member: 'SNE102', name: 'Fatou Kiné Seck', city: 'Rufisque', phone: '+221775550102' },
  // An account without identity: at most 200,000 francs.
  { member: 'SNE102', name: 'Lamine Diop', city: 'Pikine', phone: '+221785550103', account: { kind: 'TRAL' } },
  // A bank account behind a phone number.
  {
    member: 'SNB998',
    name: 'Sokhna Diarra',
    city: 'Dakar',
    phone: '+221765550104',
    account: { iban: 'SN08SN9980101010004610100147' },
  },
  // Microfinance: an account with a number of its own.
  {
    member: 'SND101',
    name: 'Ndeye Astou Faye',
    city: 'Thiès',
    phone: '+221705550105',
    account: { kind: 'SVGS', other: 'JK0010455' },
  },
  // A shop with a printed code (static, channel 000) and a merchant code.
  {
    member: 'SNE101',
    name: 'Boutique Ndar Tissus',
    kind: 'C',
    city: 'Saint-Louis',
    phone: '+221775550106',
    merchantCode: '504207',
  },
  // A company whose till shows a code with its amount (dynamic, channel 400).
  {
    member: 'SNB997',
    name: 'Quincaillerie du Baol SARL',
    kind: 'B',
    city: 'Diourbel',
    phone: '+221339730107',
    account: { iban: 'SN08SN9970700120011010200168' },
    merchantCode: '618340',
  },
  // A public service that sends invoices.
  {
    member: 'SNB998',
    name: 'Régie des eaux de Thiès',
    kind: 'G',
    city: 'Thiès',
    phone: '+221339510108',
    account: { other: 'RET-000108' },
    merchantCode: '730011',
  },
  // One person in each other country of the union.
  { member: 'MLE101', name: 'Bakary Keïta', city: 'Bamako', phone: '+22376000109' },
  { member: 'BFE101', name: 'Mariam Ouédraogo', city: 'Ouagadougou', phone: '+22670000110' },
  { member: 'BJE101', name: 'Firmin Houessou', city: 'Cotonou', phone: '+2290197000111' },
  { member: 'TGE101', name: 'Akouvi Mensah', city: 'Lomé', phone: '+22890000112' },
  { member: 'NEE101', name: 'Hadiza Moussa', city: 'Niamey', phone: '+22790000113' },
  { member: 'GWE101', name: 'Nhima Sanhá', city: 'Bissau', phone: '+245955000114' },
  // A customer of an institution that is suspended: AG11.
  { member: 'SNC103', name: 'Client suspendu', city: 'Tivaouane', phone: '+221765550115' },
  // A private person whose phone number somebody else may claim.
  { member: 'SNE101', name: 'Khadim Lô', city: 'Touba', phone: '+221765550116' },
]

/** The reasons for refusing a payment, in the order of their phone numbers: +221769990001 refuses with the first. */
export const paymentReasons = [
  'AB03',
  'AB08',
  'AC03',
  'AC07',
  'AC04',
  'AC06',
  'AG01',
  'AG10',
  'AG11',
  'AM02',
  'AM04',
  'AM09',
  'AM14',
  'AM21',
  'BE01',
  'BE17',
  'DU04',
  'FR01',
  'RC04',
  'RR04',
  'CH17',
  'DS04',
] as const
/** The reasons for refusing a request to pay: +221769990061 refuses with the first. */
export const requestReasons = ['AEXR', 'ALAC', 'APAR', 'ARFR', 'ARJR', 'BE05', 'AM09', 'AG03', 'RR07'] as const

const testPhone = (number: number) => `+2217699900${String(number).padStart(2, '0')}`
const testPerson = (number: number, name: string, behaviour: Behaviour): Person => ({
  member: 'SNE101',
  name,
  city: 'Dakar',
  phone: testPhone(number),
  behaviour,
})

const testPeople: Person[] = [
  ...paymentReasons.map((reason, index) => testPerson(index + 1, `Essai ${reason}`, { refusesPayments: reason })),
  testPerson(51, 'Essai revendication refusée', { refusesClaims: 'rejects' }),
  testPerson(52, 'Essai revendication sans réponse', { refusesClaims: 'never' }),
  ...requestReasons.map((reason, index) =>
    testPerson(index + 61, `Essai demande ${reason}`, { refusesRequests: reason }),
  ),
  testPerson(70, 'Essai demande sans réponse', { refusesRequests: 'never' }),
  testPerson(71, 'Essai retour refusé', { refusesReturns: 'CUST' }),
  testPerson(72, 'Essai retour compte clos', { refusesReturns: 'AC04' }),
  testPerson(73, 'Essai retour sans réponse', { refusesReturns: 'never' }),
  testPerson(91, 'Essai silence', { outcome: 'statut' }),
  testPerson(92, 'Essai jamais', { outcome: 'never' }),
  testPerson(93, 'Essai lenteur', { outcome: 'slow' }),
  testPerson(94, 'Essai répétition', { outcome: 'thrice' }),
  testPerson(95, 'Essai étapes', { outcome: 'steps' }),
  testPerson(96, 'Essai message mal formé', { outcome: 'malformed' }),
  testPerson(97, 'Essai message refusé', { outcome: 'refused' }),
]

/** Every alias of the other participants' customers, by its value. */
export const demoAliases: ReadonlyMap<string, DemoAlias> = new Map(
  [...people, ...testPeople].flatMap(aliasesOf).map((alias) => [alias.value, alias]),
)

const byAccount = new Map(
  [...demoAliases.values()].map((alias) => [alias.holder.account.iban ?? alias.holder.account.other ?? '', alias]),
)

/** Accounts that the demo bank's customers know as beneficiaries, with the names they know. */
const knownAccounts: Readonly<Record<string, string>> = {
  CI93CI9980103420070010200154: 'Lagune Emballages SA (Abidjan)',
  ML13ML9980120120070110200143: 'Coopérative Djoliba (Bamako)',
  BJ66BJ9980100120070210200154: 'Société des Graines du Bénin',
  SN08SN9980500120011110200146: 'Transports Casamance Express',
}
const FIRST_NAMES = ['Aïda', 'Babacar', 'Coumba', 'Demba', 'Élisabeth', 'Falilou', 'Gnilane', 'Habib'] as const
const LAST_NAMES = ['Bâ', 'Cissé', 'Diouf', 'Fall', 'Guèye', 'Kane', 'Mbaye', 'Sarr'] as const

/** Account numbers that begin so belong to closed accounts: the beneficiary `Modou Sarr (compte clos)` has one. */
const CLOSED = '003999'

export type FoundAccount = { holder: Holder; behaviour: Behaviour }

/**
 * The account at a participant, or null for a wrong number. Every valid account number of a bank exists: its holder has an invented name,
 * always the same.
 */
export function findDemoAccount(member: string, number: string): FoundAccount | null {
  const known = byAccount.get(number)
  if (known) return known.holder.member === member ? known : null
  if (number.length !== 28 || ibanError(number) !== null) return null
  if (`${number.slice(4, 6)}B${number.slice(6, 9)}` !== member) return null
  const draw = createHash('sha256').update(number).digest()
  const pick = (names: readonly string[], byte: number) => names[(draw[byte] ?? 0) % names.length] ?? ''
  const isCompany = number.slice(20, 23) === '102'
  const name = knownAccounts[number] ?? `${pick(FIRST_NAMES, 0)} ${pick(LAST_NAMES, 1)}`
  const holder = holderOf({
    member,
    name,
    kind: isCompany ? 'B' : 'P',
    city: 'Dakar',
    phone: `+22133${digitsOf(number, 7)}`,
    account: { iban: number },
  })
  return { holder, behaviour: number.slice(14).startsWith(CLOSED) ? { refusesPayments: 'AC07' } : {} }
}
