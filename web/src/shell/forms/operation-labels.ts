import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ConfirmationRequired } from 'contract/access/session.ts'
import { showPhone } from 'contract/values/contact.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'

type Summary = ConfirmationRequired['operation']['summary']
type Kind = Summary['kind']
const DAYS: readonly string[] = ['date', 'start', 'next_run', 'end']

export type OperationFact = ConfirmationRequired['operation']['summary']['facts'][number]

/**
 * The labels of an operation in the confirmation dialog: its title, the verb of its button, and the text while it
 * waits.
 */
export function useOperationLabels({ kind, facts }: Summary): { verb: string; waiting: string } {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const amount = facts.find(({ name }) => name === 'amount')
  const labels: Record<Kind, { verb: string; waiting: string }> = {
    'transfer.create': { verb: t`Envoyer le virement`, waiting: t`Envoi du virement` },
    'transfer.accept': { verb: t`Valider`, waiting: t`Validation en cours` },
    'items.accept': { verb: t`Signer`, waiting: t`Signature en cours` },
    'transfer.cancel': { verb: t`Annuler le virement`, waiting: t`Annulation du virement` },
    'transfer.edit': { verb: t`Enregistrer les modifications`, waiting: t`Enregistrement des modifications` },
    'transfer.change': { verb: t`Reprendre le virement permanent`, waiting: t`Reprise du virement permanent` },
    'batch.create': { verb: t`Envoyer les virements`, waiting: t`Envoi des virements` },
    'batch.accept': { verb: t`Valider le lot`, waiting: t`Validation du lot` },
    'batch.cancel': { verb: t`Annuler le lot`, waiting: t`Annulation du lot` },
    'beneficiary.create': { verb: t`Enregistrer le bénéficiaire`, waiting: t`Enregistrement du bénéficiaire` },
    'beneficiary.change': { verb: t`Modifier le bénéficiaire`, waiting: t`Modification du bénéficiaire` },
    'beneficiary.remove': { verb: t`Supprimer le bénéficiaire`, waiting: t`Suppression du bénéficiaire` },
    'beneficiary.accept': { verb: t`Approuver le compte`, waiting: t`Approbation du compte` },
    'beneficiary.trust': { verb: t`Marquer de confiance`, waiting: t`Enregistrement de la confiance` },
    'alias.create': { verb: t`Créer l’identifiant`, waiting: t`Création de l’identifiant` },
    'alias.remove': { verb: t`Supprimer l’identifiant`, waiting: t`Suppression de l’identifiant` },
    'alias.claim': { verb: t`Revendiquer le numéro`, waiting: t`Envoi de la revendication` },
    'alias.release': { verb: t`Céder le numéro`, waiting: t`Envoi de la réponse` },
    'alias.keep': { verb: t`Garder le numéro`, waiting: t`Envoi de la réponse` },
    'password.change': { verb: t`Changer le mot de passe`, waiting: t`Changement du mot de passe` },
    'passkey.add': { verb: t`Ajouter une clé d’accès`, waiting: t`Ajout de la clé d’accès` },
    'passkey.remove': { verb: t`Supprimer la clé d’accès`, waiting: t`Suppression de la clé d’accès` },
    'code.add': { verb: t`Ajouter une application`, waiting: t`Ajout de l’application` },
    'code.remove': { verb: t`Retirer l’application`, waiting: t`Retrait de l’application` },
    'recovery.renew': { verb: t`Renouveler les codes`, waiting: t`Renouvellement des codes` },
    'contact.change': { verb: t`Enregistrer les coordonnées`, waiting: t`Enregistrement des coordonnées` },
    'access.invite': { verb: t`Envoyer l’invitation`, waiting: t`Envoi de l’invitation` },
    'access.change': { verb: t`Modifier les accès`, waiting: t`Modification des accès` },
    'access.suspend': { verb: t`Suspendre l’accès`, waiting: t`Suspension de l’accès` },
    'access.reinstate': { verb: t`Rétablir l’accès`, waiting: t`Rétablissement de l’accès` },
    'access.remove': { verb: t`Retirer l’accès`, waiting: t`Retrait de l’accès` },
    'rules.change': { verb: t`Enregistrer les règles`, waiting: t`Enregistrement des règles` },
    'rules.accept': { verb: t`Accepter les règles`, waiting: t`Acceptation des règles` },
    'deposit.renew': { verb: t`Demander la reconduction`, waiting: t`Envoi de la demande` },
    'deposit.break': { verb: t`Demander la rupture`, waiting: t`Envoi de la demande` },
    'card.register': { verb: t`Enregistrer la carte`, waiting: t`Enregistrement de la carte` },
    'card.block': { verb: t`Bloquer la carte`, waiting: t`Blocage de la carte` },
    'card.unblock': { verb: t`Débloquer la carte`, waiting: t`Déblocage de la carte` },
    'topup.create': { verb: t`Recharger la carte`, waiting: t`Recharge de la carte` },
    'topup.accept': { verb: t`Valider la recharge`, waiting: t`Validation de la recharge` },
    'recurring-topup.create': { verb: t`Programmer la recharge`, waiting: t`Programmation de la recharge` },
    'recurring-topup.edit': {
      verb: t`Modifier la recharge récurrente`,
      waiting: t`Modification de la recharge récurrente`,
    },
    'recurring-topup.resume': {
      verb: t`Reprendre la recharge récurrente`,
      waiting: t`Reprise de la recharge récurrente`,
    },
    'recurring-topup.accept': {
      verb: t`Valider la recharge récurrente`,
      waiting: t`Validation de la recharge récurrente`,
    },
    'chequebook.order': { verb: t`Commander`, waiting: t`Commande en cours` },
    'chequebook.accept': { verb: t`Valider la commande`, waiting: t`Validation de la commande` },
    'cheque.stop': { verb: t`Faire opposition`, waiting: t`Opposition en cours` },
    'debit.refund': { verb: t`Demander le remboursement`, waiting: t`Remboursement en cours` },
    'return.accept': { verb: t`Rendre l’argent`, waiting: t`Envoi de l’argent` },
    'debit.claim': { verb: t`Envoyer la contestation`, waiting: t`Envoi de la contestation` },
    'mandate.register': { verb: t`Enregistrer le mandat`, waiting: t`Enregistrement du mandat` },
    'mandate.confirm': { verb: t`Confirmer le mandat`, waiting: t`Confirmation du mandat` },
    'mandate.resume': { verb: t`Réactiver le mandat`, waiting: t`Réactivation du mandat` },
    'mandate.raise': { verb: t`Relever le plafond`, waiting: t`Enregistrement du plafond` },
    'mandate.uncap': { verb: t`Retirer le plafond`, waiting: t`Enregistrement du plafond` },
    'mandate.revoke': { verb: t`Révoquer le mandat`, waiting: t`Révocation du mandat` },
    'mandate.unblock': { verb: t`Débloquer le créancier`, waiting: t`Déblocage du créancier` },
    'access.accept': { verb: t`Accepter la demande`, waiting: t`Acceptation de la demande` },
  }
  if (kind !== 'transfer.create' || !amount || !('amount' in amount)) return labels[kind]
  const sum = moneyText(amount.amount, amount.currency)
  return { ...labels[kind], verb: t`Envoyer ${sum}` }
}

/** The names of the facts in the dialog. */
export function useFactNames(): Record<OperationFact['name'], string> {
  const { t } = useLingui()
  return {
    account: t`Du compte`,
    alias: t`Identifiant de paiement`,
    payee: t`Bénéficiaire`,
    first_payee: t`Premier virement à`,
    own_account: t`Bénéficiaire`,
    iban: t`IBAN`,
    old_iban: t`Ancien compte`,
    bic: t`BIC / SWIFT`,
    label: t`Libellé`,
    amount: t`Montant`,
    instructed: t`Montant de l’ordre, frais compris`,
    received: t`Reçu par le bénéficiaire`,
    exchange_rate: t`Cours appliqué, en F CFA`,
    charges: t`Frais des banques`,
    fees: t`Frais`,
    tax: t`TAF`,
    total: t`Total, frais et TAF compris`,
    count: t`Nombre de virements`,
    stopped_orders: t`Virements qui seront arrêtés`,
    suspended_orders: t`Virements qui seront suspendus`,
    resumed_orders: t`Virements qui reprendront`,
    date: t`Date`,
    periodicity: t`Périodicité`,
    start: t`Première échéance`,
    next_run: t`Prochaine exécution`,
    end: t`Date de fin`,
    repeated: t`À vérifier`,
    person: t`Personne`,
    accounts: t`Comptes`,
    role: t`Rôle`,
    rights: t`Rubriques`,
    capabilities: t`Habilitations`,
    email: t`E-mail`,
    phone: t`Téléphone`,
    passkey: t`Clé d’accès`,
    signatures: t`Signatures`,
    groups: t`Groupes`,
    limits: t`Nombre de plafonds`,
    factor_amount: t`Double authentification au-delà de`,
    deposit: t`Placement`,
    creditor: t`Créancier`,
    creditor_id: t`Identifiant créancier`,
    umr: t`Référence unique du mandat (RUM)`,
    ceiling: t`Montant maximum`,
    returned: t`Somme rendue`,
    card: t`Carte`,
    holder: t`Porteur`,
    chequebook: t`Chéquiers`,
    agency: t`Agence de retrait`,
    cheques: t`Chèques`,
    reason: t({ message: 'Motif', context: 'opposition' }),
  }
}

/** The value of a fact: a period as a label, a day as a date. */
export function useFactText(): (fact: { name: OperationFact['name']; text: string }) => string {
  const { t } = useLingui()
  const { language, longDate } = useFormats()
  const labels: Record<string, string> = {
    weekly: t`Hebdomadaire`,
    monthly: t`Mensuelle`,
    quarterly: t`Trimestrielle`,
    biannual: t`Semestrielle`,
    yearly: t`Annuelle`,
  }
  const rate = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { maximumFractionDigits: 8 })
  const bearers: Record<string, string> = {
    SHA: t`Partagés (SHA)`,
    OUR: t`À la charge du donneur d’ordre (OUR)`,
    BEN: t`À la charge du bénéficiaire (BEN)`,
  }
  const aliases: Record<string, string> = {
    address: t`Nouvelle adresse de paiement`,
    merchant: t`Nouveau code marchand`,
  }
  const reasons: Record<string, string> = {
    loss: t`Perte`,
    theft: t`Vol`,
    fraud: t`Utilisation frauduleuse`,
    insolvency: t`Procédure collective contre le porteur`,
  }
  const repetitions: Record<string, string> = {
    same_topup_today: t`Déjà rechargée du même montant dans les dernières 24 heures`,
    same_order_today: t`Même virement déjà demandé dans les dernières 24 heures`,
  }
  return ({ name, text }) => {
    if (name === 'periodicity') return labels[text] ?? text
    // The bank labels the customer's own accounts in French.
    if (name === 'own_account') return accountName(text)
    if (name === 'alias') return aliases[text] ?? text
    if (name === 'phone') return showPhone(text)
    if (name === 'reason') return reasons[text] ?? text
    if (name === 'charges') return bearers[text] ?? text
    if (name === 'exchange_rate') return rate.format(Number(text))
    const [, quantity, leaves] = (name === 'chequebook' && /^(\d+)(?: × (\d+))?$/.exec(text)) || []
    if (quantity) {
      const books = t`${plural(Number(quantity), { one: '# chéquier', other: '# chéquiers' })}`
      return leaves ? t`${books} de ${leaves} formules` : books
    }
    if (name === 'repeated') return repetitions[text] ?? text
    if (name === 'end' && text === 'none') return t`Sans fin`
    return DAYS.includes(name) && /^\d{4}-\d{2}-\d{2}$/.test(text) ? longDate(fromPlainDate(text)) : text
  }
}
