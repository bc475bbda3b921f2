// Reads the answers of the platform about a payee. Pure.
import type { PayeeLookup } from 'contract/transfers/instant-payments.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import type { AnsweredLookup, FoundPayee } from '../platform/instant-columns.ts'

/** A text of at most so many characters, as messages take it; null for an empty one. */
const withoutEmpty = (text: string | undefined, max = 70): string | null => text?.trim().slice(0, max) || null

/** The payee in the answer of the directory of aliases; null where nobody was found, or where the answer lacks what a payment needs. */
export function payeeOfAlias(answer: AipCallback<'/alias/recherche/reponses'>): FoundPayee | null {
  const { statut, nom, raisonSociale, denominationSociale, categorie, paysResidence, participant, typeCompte } = answer
  const name = withoutEmpty(nom, 140) ?? withoutEmpty(raisonSociale, 140) ?? withoutEmpty(denominationSociale, 140)
  const { iban = null, other = null } = answer
  if (statut !== 'SUCCES' || !name || !categorie || !paysResidence || !participant || !typeCompte) return null
  if ((iban === null) === (other === null)) return null
  const isPerson = categorie === 'P' || categorie === 'C'
  const [system, number] =
    isPerson && answer.identificationNationale
      ? (['NIDN', answer.identificationNationale] as const)
      : isPerson && answer.numeroPasseport
        ? (['CCPT', answer.numeroPasseport] as const)
        : answer.identificationFiscale
          ? (['TXID', answer.identificationFiscale] as const)
          : [null, null]
  return {
    name,
    payee_kind: categorie,
    country: paysResidence,
    member: participant,
    account_kind: typeCompte,
    iban,
    other,
    alias: answer.valeurAlias?.slice(0, 40) ?? null,
    city: withoutEmpty(answer.ville),
    identity_system: system,
    identity_number: number,
    trade_register: withoutEmpty(answer.identificationRccm),
  }
}

/** The holder in the answer of the payee's institution to a verification; null where it does not know the account. */
export function payeeOfAccount(
  answer: AipCallback<'/verifications-identites/reponses'>,
  verified: { iban: string; member: string },
): FoundPayee | null {
  const { nomClient, typeClient, typeCompte } = answer
  if (!answer.resultatVerification || !nomClient || !typeClient || !typeCompte) return null
  const country = answer.paysResidence ?? verified.member.slice(0, 2)
  return {
    name: nomClient,
    payee_kind: typeClient,
    // The schema of the answer limits it to the countries of the union, and a member code begins with one.
    country: country as NonNullable<FoundPayee['country']>,
    member: verified.member,
    account_kind: typeCompte,
    iban: verified.iban,
    other: null,
    alias: null,
    city: withoutEmpty(answer.villeClient),
    identity_system: answer.systemeIdentification ?? null,
    identity_number: answer.numeroIdentification ?? null,
    trade_register: withoutEmpty(answer.numeroRCCMClient),
  }
}

const kinds = { P: 'person', C: 'merchant', B: 'company', G: 'government' } as const
export const kindOf = (kind: keyof typeof kinds) => kinds[kind]
const END_LENGTH = 4

/** The look-up as the portal shows it; null while it has found nobody. */
export function viewOf(lookup: AnsweredLookup): PayeeLookup | null {
  const { id, kind, value, name, payee_kind, country, iban, other, member } = lookup
  const account = iban ?? other
  if (!name || !payee_kind || !country || !account || !member) return null
  return {
    id,
    kind,
    value,
    name,
    payee_kind: kinds[payee_kind],
    institution: lookup.institution ?? member,
    country,
    account_end: account.slice(-END_LENGTH),
    is_ours: lookup.our_account !== null,
    has_iban: iban !== null,
    beneficiary_id: lookup.beneficiary_id,
  }
}
