// The messages that the interface application (AIP) sends to the bank, by their paths.
import * as z from 'zod/mini'
import {
  accountHolder,
  accountKind,
  aliasKind,
  aliasValue,
  amount,
  country,
  count,
  customerKind,
  day,
  direction,
  explanation,
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
  paidAmount,
  text140,
  text35,
  text70,
  transfer,
} from './aip-fields.ts'
import { endToEndId, memberCode, platformMessageId } from './aip-ids.ts'

const success = z.enum(['SUCCES', 'ECHEC'])
const aliasOutcome = {
  statut: success,
  raisonRejet: z.optional(explanation),
  informationsAdditionnelles: z.optional(explanation),
}

const claim = {
  alias: z.optional(aliasValue),
  identifiantRevendication: z.optional(text70),
  /** The member codes of the institution that holds the alias and of the one that claims it. */
  detenteur: z.optional(memberCode),
  revendicateur: z.optional(memberCode),
  dateCreation: z.optional(moment),
  dateModification: z.optional(moment),
  dateAction: z.optional(moment),
  auteurAction: z.optional(z.string()),
  raisonRejet: z.optional(explanation),
  informationsAdditionnelles: z.optional(explanation),
}
const ClaimCreated = z.object({ ...claim, alias: aliasValue, statut: z.enum(['INITIEE', 'ECHEC']) })

/** A message of ours that was malformed: `reference` is its msgId. */
const Rejection = z.object({
  reference: z.string(),
  codeRaisonRejet: z.string(),
  dateHeureRejet: z.string(),
  emplacementErreur: z.optional(explanation),
  descriptionRaisonRejet: z.optional(explanation),
  infoAdditionnelle: z.optional(explanation),
})

const SendFailure = z.object({ msgId: z.string(), detailEchec: explanation })

const Event = {
  msgId: platformMessageId,
  evenementDescription: explanation,
  evenementDate: z.string(),
}

/** The schemas of the bodies. Unknown fields are dropped: a newer version of the interface may send more. */
export const aipCallbacks = {
  '/alias/recherche/reponses': z.object({
    endToEndId,
    ...aliasOutcome,
    valeurAlias: z.optional(aliasValue),
    typeAlias: z.optional(aliasKind),
    nom: z.optional(name),
    categorie: z.optional(customerKind),
    denominationSociale: z.optional(z.string()),
    raisonSociale: z.optional(z.string()),
    paysResidence: z.optional(country),
    nationalite: z.optional(z.string()),
    ville: z.optional(text140),
    adresse: z.optional(z.string()),
    telephone: z.optional(phone),
    identificationNationale: z.optional(text35),
    numeroPasseport: z.optional(text35),
    identificationFiscale: z.optional(text35),
    identificationRccm: z.optional(text35),
    dateNaissance: z.optional(day),
    villeNaissance: z.optional(z.string()),
    paysNaissance: z.optional(z.string()),
    participant: z.optional(memberCode),
    iban: z.optional(iban),
    other: z.optional(otherNumber),
    typeCompte: z.optional(accountKind),
  }),
  '/alias/creation/reponses': z.object({
    idCreationAlias: z.string(),
    ...aliasOutcome,
    alias: z.optional(aliasValue),
    /** The payment address that the platform created beside a phone number. */
    shid: z.optional(aliasValue),
    type: z.optional(aliasKind),
    dateCreation: z.optional(moment),
  }),
  '/alias/modification/reponses': z.object({
    alias: aliasValue,
    ...aliasOutcome,
    dateModification: z.optional(moment),
  }),
  '/alias/suppression/reponses': z.object({ alias: aliasValue, ...aliasOutcome }),
  // A claim that another institution makes on an alias of ours arrives here too: `revendicateur` is not our member code.
  '/revendications/reponses': ClaimCreated,
  '/revendications/creation/reponses': ClaimCreated,
  '/revendications/recuperation/reponses': z.object({
    ...claim,
    identifiantRevendication: text70,
    statut: z.enum(['INITIEE', 'ACCEPTEE', 'REJETEE', 'ECHEC']),
  }),
  '/revendications/acceptation/reponses': z.object({
    ...claim,
    identifiantRevendication: text70,
    statut: z.enum(['ACCEPTEE', 'ECHEC']),
  }),
  '/revendications/rejet/reponses': z.object({
    ...claim,
    identifiantRevendication: text70,
    statut: z.enum(['REJETEE', 'ECHEC']),
  }),
  '/verifications-identites': z.object({
    msgId: platformMessageId,
    endToEndId,
    codeMembreParticipant: memberCode,
    ibanClient: z.optional(iban),
    otherClient: z.optional(otherNumber),
  }),
  '/verifications-identites/reponses': z.object({
    msgId: platformMessageId,
    msgIdDemande: z.string(),
    endToEndId,
    resultatVerification: flag,
    codeRaison: z.optional(reasonCode),
    codeMembreParticipant: z.optional(memberCode),
    ...accountHolder,
  }),
  '/verifications-identites/echecs': Rejection,
  '/transferts': z.object({
    msgId: platformMessageId,
    endToEndId,
    codeMembreParticipantPayeur: memberCode,
    codeMembreParticipantPaye: z.optional(memberCode),
    ...transfer,
  }),
  '/transferts/reponses': z.object({
    msgId: platformMessageId,
    msgIdDemande: z.optional(z.string()),
    endToEndId,
    /** ACCC and ACSC: done; ACSP: accepted, the final state follows. */
    statutTransaction: z.enum(['ACCC', 'ACSC', 'ACSP', 'RJCT']),
    codeRaison: z.optional(reasonCode),
    informationsAdditionnelles: z.optional(explanation),
    dateHeureIrrevocabilite: z.optional(z.string()),
    montant: z.optional(amount),
    referenceBulk: z.optional(text35),
    identifiantTransaction: z.optional(text35),
  }),
  '/transferts/echecs': Rejection,
  '/demandes-paiements': z.object({
    msgId: platformMessageId,
    endToEndId,
    codeMembreParticipantPaye: memberCode,
    ...paymentRequest,
  }),
  '/demandes-paiements/reponses': z.object({
    msgId: platformMessageId,
    msgIdDemande: z.optional(z.string()),
    identifiantDemandePaiement: text35,
    endToEndId,
    statut: z.literal('RJCT'),
    codeRaison: z.optional(reasonCode),
    referenceBulk: z.optional(text35),
  }),
  '/retour-fonds/demande': z.object({
    msgId: platformMessageId,
    codeMembreParticipantPayeur: memberCode,
    endToEndId,
    raison: returnRequestReason,
  }),
  '/retour-fonds/reponses': z.object({
    msgId: platformMessageId,
    codeMembreParticipantPaye: memberCode,
    endToEndId,
    statut: z.literal('RJCR'),
    raison: returnRefusalReason,
  }),
  '/retour-fonds': z.object({
    msgId: platformMessageId,
    endToEndId,
    montantRetourne: paidAmount,
    raisonRetour: returnReason,
  }),
  '/participants/liste/reponses': z.object({
    msgId: platformMessageId,
    listeParticipant: z.array(
      z.object({
        codeMembreParticipant: memberCode,
        nomOfficiel: z.string().check(z.maxLength(2048)),
        codeBanque: z.string(),
        /** JOIN: is joining; ENBL: active; DSBL: suspended; DLTD: removed. */
        statut: z.enum(['JOIN', 'ENBL', 'DSBL', 'DLTD']),
      }),
    ),
  }),
  '/notifications/accuse-reception': z.object({
    ...Event,
    msgIdDemande: z.string(),
    evenement: z.string().check(z.regex(/^[A-Za-z0-9]{4}$/)),
  }),
  '/notifications/info-warn': z.object({ ...Event, evenement: z.enum(['INFO', 'WARN']) }),
  '/notifications/rejet': z.object({ ...Rejection.shape, reference: z.optional(z.string()), msgId: z.string() }),
  '/notifications/garantie': z.object({
    msgId: platformMessageId,
    participantSponsor: z.optional(memberCode),
    montantGarantie: z.optional(amount),
    montantRestantGarantie: z.optional(amount),
    typeOperationGarantie: z.optional(direction),
    dateEffectiveOperationGarantie: z.optional(moment),
  }),
  '/message-envoi/echec-http': SendFailure,
  '/message-traitement/echec': SendFailure,
  '/messages-iso/echec-envoi': z.object({ ...SendFailure.shape, statut: z.literal('ECHEC'), raison: explanation }),
  // The balance of a clearing period, at its end or on request (COMP).
  '/reglements/soldes': z.object({
    msgId: platformMessageId,
    soldes: z.array(
      z.object({
        id: text35,
        dateDebutCompense: moment,
        dateFinCompense: moment,
        participant: memberCode,
        participantSponsor: z.optional(memberCode),
        balanceType: z.literal('CLBD'),
        montant: amount,
        operationType: direction,
        dateBalance: moment,
      }),
    ),
  }),
  // The payments of a clearing period (TRANS), a page at a time.
  '/rapports/telechargements/reponses': z.object({
    msgId: platformMessageId,
    identifiantReleve: text35,
    pageCourante: count,
    dernierePage: flag,
    dateDebutCompense: moment,
    dateFinCompense: moment,
    codeMembreParticipant: memberCode,
    nbreTotalTransaction: count,
    montantTotalCompensation: amount,
    indicateurSolde: direction,
    transactions: z.array(z.object({ reference: endToEndId, montant: amount, operation: direction })),
  }),
  // The monthly invoice (FACT).
  '/rapports/factures/reponses': z.object({
    msgId: platformMessageId,
    listeGroupeFacture: z.array(
      z.object({
        groupeId: text35,
        senderId: z.string(),
        receiverId: z.string(),
        listeFacture: z.array(
          z.object({
            statementId: text35,
            dateDebutFacture: day,
            dateFinFacture: day,
            dateCreation: z.string(),
            statut: z.string(),
            deviseCompte: z.literal('XOF'),
            donnees: z.array(
              z.object({
                bankServiceId: z.string(),
                bankServiceDescription: z.optional(z.string()),
                nombreArticles: count,
                devise: z.literal('XOF'),
                prixUnitaire: amount,
                montantFrais: amount,
              }),
            ),
          }),
        ),
      }),
    ),
  }),
} as const

export type AipCallbackPath = keyof typeof aipCallbacks
/** The body of a callback, with amounts as integers and booleans as such. */
export type AipCallback<Path extends AipCallbackPath = AipCallbackPath> = z.output<(typeof aipCallbacks)[Path]>
/** A callback with its path: the path tells the type of the body. */
export type ReceivedCallback = { [Path in AipCallbackPath]: { path: Path; body: AipCallback<Path> } }[AipCallbackPath]

export const isAipCallbackPath = (path: string): path is AipCallbackPath => Object.hasOwn(aipCallbacks, path)

/** The text of a callback as the AIP sends it. Throws a ZodError for a body that does not fit its path. */
export const aipCallbackText = (path: AipCallbackPath, body: unknown): string =>
  JSON.stringify(z.encode<z.ZodMiniType>(aipCallbacks[path], body))

// A claim that failed has no identifier, and may fail again later: each failure counts.
const claimKey = ({
  identifiantRevendication,
  statut,
}: {
  identifiantRevendication?: string | undefined
  statut: string
}) => (statut === 'ECHEC' || identifiantRevendication === undefined ? null : `${identifiantRevendication} ${statut}`)

/**
 * What makes a callback the same as one that came before, within its path: its msgId, or for answers without one, what they answer.
 * Null for answers whose repetition changes nothing.
 */
export function callbackKey({ path, body }: ReceivedCallback): string | null {
  if (path === '/alias/recherche/reponses') return body.endToEndId
  if (path === '/alias/creation/reponses') return body.idCreationAlias
  if (path === '/alias/modification/reponses' || path === '/alias/suppression/reponses') return null
  if (path === '/revendications/recuperation/reponses') return null
  if ('msgId' in body) return body.msgId
  return 'reference' in body ? body.reference : claimKey(body)
}
