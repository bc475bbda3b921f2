// Labels of the ISO 20022 return codes: why another bank returns a payment.

export const returnReasons = {
  AC01: { fr: 'numéro de compte incorrect', en: 'wrong account number' },
  AC03: { fr: 'numéro de compte incorrect', en: 'wrong account number' },
  AC04: { fr: 'compte clos', en: 'account closed' },
  AC06: { fr: 'compte bloqué', en: 'account blocked' },
  AC07: { fr: 'compte clos', en: 'account closed' },
  AG01: { fr: 'opération interdite sur ce compte', en: 'operation forbidden on this account' },
  AM02: { fr: 'montant refusé', en: 'amount not accepted' },
  AM03: { fr: 'devise non acceptée', en: 'currency not accepted' },
  AM04: { fr: 'provision insuffisante', en: 'insufficient funds' },
  AM05: { fr: 'paiement déjà reçu', en: 'payment already received' },
  BE01: { fr: 'le nom ne correspond pas au compte', en: 'the name does not match the account' },
  BE04: { fr: 'adresse du bénéficiaire manquante', en: 'beneficiary’s address missing' },
  CUST: { fr: 'refusé par le bénéficiaire', en: 'refused by the beneficiary' },
  DUPL: { fr: 'paiement déjà reçu', en: 'payment already received' },
  FOCR: { fr: 'rappelé à la demande du donneur d’ordre', en: 'recalled at the payer’s request' },
  MS02: { fr: 'refusé par le bénéficiaire', en: 'refused by the beneficiary' },
  MS03: { fr: 'motif non communiqué', en: 'no reason given' },
  RC01: { fr: 'banque du bénéficiaire inconnue', en: 'unknown beneficiary bank' },
  RR04: { fr: 'motif réglementaire', en: 'regulatory reason' },
} as const

/** The label of the reason; an unknown code is shown as received. */
export function returnReason(code: string): { fr: string; en: string } {
  return Object.hasOwn(returnReasons, code)
    ? returnReasons[code as keyof typeof returnReasons]
    : { fr: `motif ${code}`, en: `reason ${code}` }
}
