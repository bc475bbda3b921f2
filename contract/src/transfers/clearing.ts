// Labels of the ISO 20022 codes: why another bank, or the platform of instant payments, refuses a payment or gives it back.

export const returnReasons = {
  AB03: { fr: 'délai dépassé', en: 'timed out' },
  AB08: { fr: 'la banque du bénéficiaire est injoignable', en: 'the beneficiary’s bank cannot be reached' },
  AC01: { fr: 'numéro de compte incorrect', en: 'wrong account number' },
  AC03: { fr: 'numéro de compte incorrect', en: 'wrong account number' },
  AC04: { fr: 'compte clos', en: 'account closed' },
  AC06: { fr: 'compte bloqué', en: 'account blocked' },
  AC07: { fr: 'compte clos', en: 'account closed' },
  AEXR: { fr: 'demande expirée', en: 'request expired' },
  AG01: { fr: 'opération interdite sur ce compte', en: 'operation forbidden on this account' },
  AG03: { fr: 'type d’opération non accepté', en: 'type of transaction not accepted' },
  AG10: { fr: 'l’établissement est suspendu de la plateforme', en: 'the institution is suspended from the platform' },
  AG11: { fr: 'l’établissement du bénéficiaire est suspendu', en: 'the beneficiary’s institution is suspended' },
  ALAC: { fr: 'demande déjà acceptée', en: 'request already accepted' },
  AM02: { fr: 'montant refusé', en: 'amount not accepted' },
  AM03: { fr: 'devise non acceptée', en: 'currency not accepted' },
  AM04: { fr: 'provision insuffisante', en: 'insufficient funds' },
  AM05: { fr: 'paiement déjà reçu', en: 'payment already received' },
  AM09: { fr: 'montant incorrect', en: 'wrong amount' },
  AM14: { fr: 'plafond du compte dépassé', en: 'above the limit of the account' },
  AM21: { fr: 'plafond du bénéficiaire dépassé', en: 'above the beneficiary’s limit' },
  APAR: { fr: 'demande déjà payée', en: 'request already paid' },
  ARDT: { fr: 'argent déjà rendu', en: 'money already returned' },
  ARFR: { fr: 'demande déjà refusée', en: 'request already refused' },
  ARJR: { fr: 'demande déjà rejetée', en: 'request already rejected' },
  BE01: { fr: 'le nom ne correspond pas au compte', en: 'the name does not match the account' },
  BE04: { fr: 'adresse du bénéficiaire manquante', en: 'beneficiary’s address missing' },
  BE05: { fr: 'demandeur inconnu', en: 'unknown requester' },
  BE17: { fr: 'identité du bénéficiaire incorrecte', en: 'wrong identity of the beneficiary' },
  CH17: {
    fr: 'paiement impossible entre ces types de clients',
    en: 'payment not possible between these kinds of customers',
  },
  CUST: { fr: 'refusé par le bénéficiaire', en: 'refused by the beneficiary' },
  DS04: { fr: 'refusé par l’établissement du bénéficiaire', en: 'refused by the beneficiary’s institution' },
  DU04: { fr: 'identifiant de paiement déjà utilisé', en: 'payment identifier already used' },
  DUPL: { fr: 'paiement déjà reçu', en: 'payment already received' },
  FOCR: { fr: 'rappelé à la demande du donneur d’ordre', en: 'recalled at the payer’s request' },
  FR01: { fr: 'fraude soupçonnée', en: 'suspected fraud' },
  FRAD: { fr: 'fraude', en: 'fraud' },
  MD06: { fr: 'remboursé à la demande du client', en: 'refunded at the customer’s request' },
  MS02: { fr: 'refusé par le bénéficiaire', en: 'refused by the beneficiary' },
  MS03: { fr: 'motif non communiqué', en: 'no reason given' },
  RC01: { fr: 'banque du bénéficiaire inconnue', en: 'unknown beneficiary bank' },
  RC04: { fr: 'établissement du bénéficiaire incorrect', en: 'wrong institution of the beneficiary' },
  RR04: { fr: 'motif réglementaire', en: 'regulatory reason' },
  RR07: { fr: 'facture incorrecte', en: 'wrong invoice' },
  SVNR: { fr: 'service non rendu', en: 'service not rendered' },
} as const

/** Of an instant payment, AM04 means the guarantee of the payer's bank: never of the customer's funds. */
const GUARANTEE_USED = {
  fr: 'la banque avait suspendu les paiements instantanés',
  en: 'the bank had suspended instant payments',
}

/** The label of the reason; an unknown code is shown as received. `network`: that of the payment, where it is known. */
export function returnReason(code: string, network: string | null = null): { fr: string; en: string } {
  if (network === 'instant' && code === 'AM04') return GUARANTEE_USED
  return Object.hasOwn(returnReasons, code)
    ? returnReasons[code as keyof typeof returnReasons]
    : { fr: `motif ${code}`, en: `reason ${code}` }
}
