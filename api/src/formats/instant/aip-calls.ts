// The messages that the bank sends to the interface application (AIP), by their paths.
import * as z from 'zod/mini'
import {
  accountHolder,
  accountKind,
  aliasKind,
  aliasValue,
  paidAmount,
  country,
  customerKind,
  day,
  flag,
  iban,
  moment,
  name,
  otherNumber,
  paymentRequest,
  phone,
  reasonCode,
  returnReason,
  returnRefusalReason,
  returnRequestReason,
  text140,
  text35,
  text70,
  transfer,
} from './aip-fields.ts'
import { endToEndId, memberCode, messageId, platformMessageId } from './aip-ids.ts'

type Party = {
  kind: z.output<typeof customerKind>
  account: z.output<typeof accountKind>
  iban?: string | undefined
  other?: string | undefined
  identity?: string | undefined
  rccm?: string | undefined
  city?: string | undefined
}

/** One account number, an identity of its holder (not for TRAL), and a city for everybody but persons. */
const isWholeParty = ({ kind, account, ...party }: Party) =>
  (party.iban === undefined) !== (party.other === undefined) &&
  (account === 'TRAL' || party.identity !== undefined || party.rccm !== undefined) &&
  (kind === 'P' || party.city !== undefined)

const NEEDS_TRANSACTION_ID: readonly string[] = ['400', '733', '500', '521', '520', '631', '401']
const NEEDS_NO_POSITION: readonly string[] = ['999', '733', '300']

const Transfer = z.object({ msgId: messageId, endToEndId, codeMembreParticipantPaye: memberCode, ...transfer }).check(
  z.refine(
    (order) =>
      isWholeParty({
        kind: order.typeClientPayeur,
        account: order.typeCompteClientPayeur,
        iban: order.ibanClientPayeur,
        other: order.otherClientPayeur,
        identity: order.numeroIdentificationClientPayeur,
        rccm: order.numeroRCCMClientPayeur,
        city: order.villeClientPayeur,
      }),
    { error: 'the payer needs one account number, an identity and a city', path: ['nomClientPayeur'] },
  ),
  z.refine(
    (order) =>
      isWholeParty({
        kind: order.typeClientPaye,
        account: order.typeCompteClientPaye,
        iban: order.ibanClientPaye,
        other: order.otherClientPaye,
        identity: order.numeroIdentificationClientPaye,
        rccm: order.numeroRCCMClientPaye,
        city: order.villeClientPaye,
      }),
    { error: 'the payee needs one account number, an identity and a city', path: ['nomClientPaye'] },
  ),
  z.refine(({ motif, typeDocumentReference }) => motif === undefined || typeDocumentReference === undefined, {
    error: 'either a purpose or a document',
    path: ['motif'],
  }),
  z.refine(
    ({ typeDocumentReference, numeroDocumentReference }) =>
      (typeDocumentReference === undefined) === (numeroDocumentReference === undefined),
    { error: 'a document has a kind and a number', path: ['numeroDocumentReference'] },
  ),
  z.refine(
    ({ canalCommunication, identifiantTransaction }) =>
      identifiantTransaction !== undefined || !NEEDS_TRANSACTION_ID.includes(canalCommunication),
    { error: 'required by this channel', path: ['identifiantTransaction'] },
  ),
  z.refine(
    ({ canalCommunication, latitudeClientPayeur, longitudeClientPayeur }) =>
      NEEDS_NO_POSITION.includes(canalCommunication) ||
      (latitudeClientPayeur !== undefined && longitudeClientPayeur !== undefined),
    { error: 'required by this channel', path: ['latitudeClientPayeur'] },
  ),
  z.refine(({ montant, typeTransaction }) => (typeTransaction === 'DISP' ? montant === 1 : montant > 0), {
    error: 'above zero, and one franc for a proof of availability',
    path: ['montant'],
  }),
)

const aliasHolder = {
  nomClient: name,
  categorieClient: customerKind,
  nationaliteClient: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  paysResidenceClient: country,
  telephoneClient: phone,
  villeClient: z.optional(text70),
  adresseClient: z.optional(text140),
  codePostaleClient: z.optional(text35),
  emailClient: z.optional(text140),
  identificationNationaleClient: z.optional(text35),
  numeroPasseport: z.optional(text35),
  identificationFiscale: z.optional(text35),
  identificationRccm: z.optional(text35),
  /** 1: man; 2: woman. */
  genreClient: z.optional(z.enum(['1', '2'])),
  dateNaissanceClient: z.optional(day),
  villeNaissanceClient: z.optional(text70),
  paysNaissanceClient: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  denominationSociale: z.optional(text140),
  raisonSociale: z.optional(text140),
}

/**
 * The schemas of the bodies. A phone number or a merchant code is a value of the bank's customer; a payment address is created by the
 * platform, which answers it.
 */
export const aipCalls = {
  '/alias/recherche': z.object({ endToEndId, alias: aliasValue }),
  '/alias/creation': z
    .object({
      idCreationAlias: text35,
      ...aliasHolder,
      participant: memberCode,
      iban: z.optional(iban),
      other: z.optional(otherNumber),
      typeCompte: accountKind,
      dateOuvertureCompte: day,
      typeAlias: aliasKind,
      valeurAlias: z.optional(aliasValue),
      /** Whether payments to this company are sent to the bank before they are accepted. */
      preConfirmation: z.optional(z.boolean()),
    })
    .check(
      z.refine((alias) => (alias.typeAlias === 'SHID') === (alias.valeurAlias === undefined), {
        error: 'a value for a phone number or a merchant code, none for a payment address',
        path: ['valeurAlias'],
      }),
      z.refine((alias) => alias.typeAlias !== 'MBNO' || phone.safeParse(alias.valeurAlias).success, {
        error: 'a telephone number of the union',
        path: ['valeurAlias'],
      }),
      z.refine((alias) => alias.typeAlias !== 'MCOD' || /^\d{2,10}$/.test(alias.valeurAlias ?? ''), {
        error: 'two to ten digits',
        path: ['valeurAlias'],
      }),
      z.refine((alias) => (alias.iban === undefined) !== (alias.other === undefined), {
        error: 'one account number',
        path: ['iban'],
      }),
    ),
  '/alias/modification': z.object({
    alias: aliasValue,
    paysResidenceClient: z.optional(country),
    telephoneClient: z.optional(phone),
    codePostalClient: z.optional(text35),
    numeroPasseport: z.optional(text35),
    adresseClient: z.optional(text140),
    emailClient: z.optional(text140),
    villeClient: z.optional(text70),
    denominationSociale: z.optional(text140),
    preConfirmation: z.optional(z.boolean()),
  }),
  '/alias/suppression': z.object({
    alias: aliasValue,
    raisonSuppression: z.enum(['DEMANDE_CLIENT', 'FERMETURE_COMPTE_CLIENT']),
  }),
  '/revendications/creation': z.object({ alias: phone }),
  '/revendications/recuperation': z.object({ identifiantRevendication: text70 }),
  '/revendications/acceptation': z.object({
    identifiantRevendication: text70,
    dateAction: moment,
    auteurAction: z.enum(['CLIENT', 'PARTICIPANT']),
  }),
  '/revendications/rejet': z.object({ identifiantRevendication: text70, dateAction: moment }),
  '/verifications-identites': z
    .object({
      msgId: messageId,
      endToEndId,
      codeMembreParticipant: memberCode,
      ibanClient: z.optional(iban),
      otherClient: z.optional(otherNumber),
    })
    .check(
      z.refine(({ ibanClient, otherClient }) => (ibanClient === undefined) !== (otherClient === undefined), {
        error: 'one account number',
        path: ['ibanClient'],
      }),
    ),
  '/verifications-identites/reponses': z
    .object({
      msgId: messageId,
      msgIdDemande: platformMessageId,
      endToEndId,
      resultatVerification: flag,
      codeRaison: z.optional(z.literal('AC01')),
      codeMembreParticipant: z.optional(memberCode),
      ...accountHolder,
    })
    .check(
      z.refine(({ resultatVerification, codeRaison }) => resultatVerification || codeRaison !== undefined, {
        error: 'required when the account is unknown',
        path: ['codeRaison'],
      }),
    ),
  '/transferts': Transfer,
  '/transferts/reponses': z
    .object({
      msgId: messageId,
      msgIdDemande: platformMessageId,
      endToEndId,
      statutTransaction: z.enum(['ACSP', 'RJCT']),
      codeRaison: z.optional(reasonCode),
      informationsAdditionnelles: z.optional(text140),
      referenceBulk: z.optional(text35),
      identifiantTransaction: z.optional(text35),
      /** PP2P: a transfer to a person counts as a payment, from the thirty-first of a calendar month. */
      codeService: z.optional(z.literal('PP2P')),
    })
    .check(
      z.refine(({ statutTransaction, codeRaison }) => (statutTransaction === 'RJCT') === (codeRaison !== undefined), {
        error: 'a reason, when it is refused only',
        path: ['codeRaison'],
      }),
    ),
  '/transferts/statut': z.object({ msgId: messageId, endToEndId }),
  '/demandes-paiements': z.object({
    msgId: messageId,
    endToEndId,
    codeMembreParticipantPayeur: memberCode,
    ...paymentRequest,
  }),
  '/demandes-paiements/reponses': z.object({
    msgId: messageId,
    msgIdDemande: platformMessageId,
    identifiantDemandePaiement: text35,
    endToEndId,
    statut: z.literal('RJCT'),
    codeRaison: reasonCode,
    referenceBulk: z.optional(text35),
  }),
  '/retour-fonds/demande': z.object({
    msgId: messageId,
    codeMembreParticipantPaye: memberCode,
    endToEndId,
    raison: returnRequestReason,
  }),
  '/retour-fonds/reponses': z.object({
    msgId: messageId,
    msgIdDemande: platformMessageId,
    codeMembreParticipantPayeur: memberCode,
    endToEndId,
    statut: z.literal('RJCR'),
    raison: returnRefusalReason,
  }),
  '/retour-fonds': z.object({ msgId: messageId, endToEndId, montantRetourne: paidAmount, raisonRetour: returnReason }),
  '/participants/listes': z.object({ msgId: messageId, requete: z.literal('ALLL') }),
  '/notifications/test-connectivite': z.object({
    msgId: messageId,
    evenement: z.enum(['PING', 'MAIN']),
    evenementDescription: text140,
    evenementDate: moment,
  }),
  '/rapports/demandes': z.object({
    msgId: messageId,
    /** COMP: balance of the clearing; TRANS: payments of a period; FACT: monthly invoice. */
    typeRapport: z.enum(['COMP', 'TRANS', 'FACT']),
    dateDebutPeriode: day,
    heureDebutPeriode: z.string().check(z.regex(/^\d{2}:\d{2}:\d{2}\.\d{3}Z$/)),
  }),
  '/rapports/telechargements': z.object({ id: text35 }),
} as const

export type AipCallPath = keyof typeof aipCalls
/** The body of a call, with amounts as integers and booleans as such. */
export type AipCall<Path extends AipCallPath = AipCallPath> = z.output<(typeof aipCalls)[Path]>

export const isAipCallPath = (path: string): path is AipCallPath => Object.hasOwn(aipCalls, path)

/** The text of a message as it is sent. Throws a ZodError for a body that does not fit its path. */
export const aipCallText = (path: AipCallPath, body: unknown): string =>
  JSON.stringify(z.encode<z.ZodMiniType>(aipCalls[path], body))

/** The answer to `GET /messages/statut/{msgId}`: the state of a message inside the AIP. */
export const AipMessageState = z.object({
  msgId: z.string(),
  etat: z.enum([
    'RECU_PARTICIPANT',
    'TRAITE_PARTICIPANT',
    'REJETE',
    'DONNEES_RECUPEREES',
    'ENVOYE_PI',
    'ECHEC_ENVOI_PI',
  ]),
  dateReception: z.optional(z.string()),
  dateEnvoi: z.optional(z.string()),
})
export type AipMessageState = z.output<typeof AipMessageState>
