// Fields that several messages of the interface application (AIP) share. Names and values are those of the interface, version 4.
// Amounts and booleans are texts on the wire and become numbers and booleans here: `z.decode` reads, `z.encode` writes.
import * as z from 'zod/mini'

export const countries = ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'] as const
export const country = z.enum(countries)
/** P: person; C: merchant who is a person; B: company; G: government. */
export const customerKinds = ['P', 'C', 'B', 'G'] as const
export const customerKind = z.enum(customerKinds)
/** TRAL has no identity of its holder and a ceiling of 200,000 francs. */
export const accountKinds = ['CACC', 'SVGS', 'TRAN', 'TRAL', 'LLSV', 'VACC', 'TAXE'] as const
export const accountKind = z.enum(accountKinds)
export const identityKind = z.enum(['NIDN', 'CCPT', 'TXID'])
export const aliasKinds = ['SHID', 'MBNO', 'MCOD'] as const
export const aliasKind = z.enum(aliasKinds)
export const documentKind = z.enum(['CINV', 'CMCN', 'DISP', 'PUOR'])
export const channels = ['633', '731', '000', '400', '999', '500', '520', '521', '401', '631', '733', '300'] as const
export const channel = z.enum(channels)
/** The channels of payments that answer a request. */
export const requestChannel = z.enum(['401', '500', '520', '521', '631'])
export const currency = z.literal('XOF')
/** A code of a reason: four capital letters or digits. */
export const reasonCode = z.string().check(z.regex(/^[A-Z0-9]{4}$/))
export const direction = z.enum(['CRDT', 'DBIT'])

/** Digits on the wire, a safe integer here. */
const wholeNumber = z.codec(z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.nonnegative()), {
  decode: Number,
  encode: String,
})
/** Whole francs. */
export const amount = wholeNumber
/** A number of things. */
export const count = wholeNumber
/** Whole francs that are paid: at least one. */
export const paidAmount = z.codec(z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.positive()), {
  decode: Number,
  encode: String,
})
/** A boolean: `true` or `false` in any case on the wire. */
export const flag = z.codec(z.string().check(z.regex(/^(?:true|false)$/i)), z.boolean(), {
  decode: (text) => text.toLowerCase() === 'true',
  encode: String,
})

/** A moment in UTC, as 2026-11-22T19:04:05.678Z. */
export const moment = z.iso.datetime()
/** A day, as 2026-11-22. */
export const day = z.iso.date()
/** The account number of a bank of the union: its country, two digits, its country, 22 digits. */
export const iban = z.string().check(z.regex(/^(?:CI|SN|ML|GW|BF|NE|BJ|TG)\d{2}(?:BJ|BF|CI|GW|ML|NE|SN|TG)\d{22}$/))
export const phone = z.string().check(z.regex(/^\+(?:221|223|225|226|227|228|229|245)\d{8,12}$/))
/** The number of an account that has no IBAN: a telephone number, for e-money. */
export const otherNumber = z.string().check(z.minLength(1), z.maxLength(34))
/** A telephone number, a payment address (UUID) or a merchant code. */
export const aliasValue = z.string().check(z.minLength(2), z.maxLength(40))
export const name = z.string().check(z.minLength(1), z.maxLength(140))
export const text35 = z.string().check(z.minLength(1), z.maxLength(35))
export const text70 = z.string().check(z.minLength(1), z.maxLength(70))
export const text140 = z.string().check(z.minLength(1), z.maxLength(140))
/** A text that the interface does not limit: an address, an explanation for operators. */
export const explanation = z.string().check(z.maxLength(2000))
/** Degrees as decimal text: 14.670629, -17.426421. */
export const degrees = z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,10})?$/))

/** Payer and payee of a payment or of a request to pay; their member codes differ by message. */
export const parties = {
  nomClientPayeur: name,
  paysClientPayeur: country,
  typeClientPayeur: customerKind,
  typeCompteClientPayeur: accountKind,
  deviseCompteClientPayeur: currency,
  ibanClientPayeur: z.optional(iban),
  otherClientPayeur: z.optional(otherNumber),
  aliasClientPayeur: z.optional(aliasValue),
  systemeIdentificationClientPayeur: z.optional(identityKind),
  numeroIdentificationClientPayeur: z.optional(text35),
  numeroRCCMClientPayeur: z.optional(text35),
  villeClientPayeur: z.optional(text70),
  adresseClientPayeur: z.optional(explanation),
  dateNaissanceClientPayeur: z.optional(day),
  villeNaissanceClientPayeur: z.optional(text70),
  paysNaissanceClientPayeur: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  nomClientPaye: name,
  paysClientPaye: country,
  typeClientPaye: customerKind,
  typeCompteClientPaye: accountKind,
  deviseCompteClientPaye: currency,
  ibanClientPaye: z.optional(iban),
  otherClientPaye: z.optional(otherNumber),
  aliasClientPaye: z.optional(aliasValue),
  systemeIdentificationClientPaye: z.optional(identityKind),
  numeroIdentificationClientPaye: z.optional(text35),
  numeroRCCMClientPaye: z.optional(text35),
  villeClientPaye: z.optional(text70),
  adresseClientPaye: z.optional(explanation),
  dateNaissanceClientPaye: z.optional(day),
  villeNaissanceClientPaye: z.optional(text70),
  paysNaissanceClientPaye: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
}

/** What a payment is for: a text, or a document with its number. */
export const purpose = {
  motif: z.optional(text140),
  typeDocumentReference: z.optional(documentKind),
  numeroDocumentReference: z.optional(text35),
  montantAchat: z.optional(amount),
  montantRetrait: z.optional(amount),
  fraisRetrait: z.optional(amount),
}

/** A payment order, without the identifier of its message and the member code of the other side. */
export const transfer = {
  montant: paidAmount,
  canalCommunication: channel,
  dateHeureAcceptation: moment,
  ...parties,
  ...purpose,
  latitudeClientPayeur: z.optional(degrees),
  longitudeClientPayeur: z.optional(degrees),
  identifiantTransaction: z.optional(text35),
  /** PRMG: a programmed payment; DISP: the proof of availability, one franc from a customer to itself. */
  typeTransaction: z.optional(z.enum(['PRMG', 'DISP'])),
  referenceBulk: z.optional(text35),
}

/** A request to pay, without the identifier of its message and the member code of the other side. */
export const paymentRequest = {
  /** The public address of the payee's logo, or `X`. */
  clientDemandeur: z.string().check(z.minLength(1), z.maxLength(2048)),
  identifiantDemandePaiement: text35,
  /** When the payment is to be executed at the latest. */
  dateHeureExecution: z.optional(moment),
  /** Until when the payer may accept or refuse. */
  dateHeureLimiteAction: z.optional(moment),
  montant: paidAmount,
  canalCommunication: requestChannel,
  ...parties,
  ...purpose,
  latitudeClientPaye: z.optional(degrees),
  longitudeClientPaye: z.optional(degrees),
  /** Whether the payer may pay another amount. */
  autorisationModificationMontant: z.optional(flag),
  montantRemisePaiementImmediat: z.optional(amount),
  /** The discount for paying at once, in percent as decimal text. */
  tauxRemisePaiementImmediat: z.optional(z.string().check(z.regex(/^\d{1,3}(?:\.\d{1,4})?$/))),
  identifiantMandat: z.optional(text35),
  signatureNumeriqueMandat: z.optional(text140),
  referenceBulk: z.optional(text35),
}

/** The holder of an account, as a verification answers it. */
export const accountHolder = {
  ibanClient: z.optional(iban),
  otherClient: z.optional(otherNumber),
  typeCompte: z.optional(accountKind),
  typeClient: z.optional(customerKind),
  nomClient: z.optional(name),
  villeClient: z.optional(text70),
  adresseComplete: z.optional(text140),
  systemeIdentification: z.optional(identityKind),
  numeroIdentification: z.optional(text35),
  numeroRCCMClient: z.optional(text35),
  dateNaissance: z.optional(day),
  villeNaissance: z.optional(text70),
  paysNaissance: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  paysResidence: z.optional(country),
  devise: z.optional(currency),
}

export const returnRequestReason = z.enum(['DUPL', 'AC03', 'AM09', 'SVNR', 'FRAD'])
export const returnRefusalReason = z.enum(['CUST', 'AC04', 'ARDT'])
export const returnReason = z.enum(['CUST', 'AC06', 'AC07', 'FR01', 'MD06', 'BE01', 'RR04'])
