// The kinds of alerts in words: server and service worker write alerts with them.
import type { Alert } from './alerts.ts'
import type { Sentence } from '../language.ts'

type Kind = Alert['kind']

/** The kinds whose text is the same for all alerts, before name and amount. */
export const alertLabels = {
  order_to_sign: { fr: 'Un ordre attend votre signature', en: 'An order waits for your signature' },
  transfer_rejected: { fr: 'Virement non exécuté', en: 'Transfer not carried out' },
  transfer_returned: { fr: 'Virement retourné', en: 'Transfer returned' },
  transfer_executed: { fr: 'Virement exécuté', en: 'Transfer executed' },
  batch_done: { fr: 'Virement multiple terminé', en: 'Multiple transfer done' },
  date_moved: {
    fr: 'Reporté au jour ouvré suivant, la date étant un jour férié',
    en: 'Moved to the next business day, as the date is a public holiday',
  },
  beneficiary_waiting: { fr: 'Un bénéficiaire attend votre accord', en: 'A beneficiary waits for your approval' },
  debit_announced: { fr: 'Prélèvement annoncé', en: 'Direct debit announced' },
  debit_rejected: { fr: 'Prélèvement rejeté', en: 'Direct debit rejected' },
  mandate_to_confirm: { fr: 'Un mandat attend votre confirmation', en: 'A mandate waits for your confirmation' },
  card_topped_up: { fr: 'Carte rechargée', en: 'Card topped up' },
  topup_failed: { fr: 'Recharge non effectuée', en: 'Top-up not carried out' },
  chequebook_available: { fr: 'Votre chéquier est arrivé à l’agence', en: 'Your chequebook has reached the branch' },
  deposit_matured: { fr: 'Placement échu', en: 'Deposit matured' },
  deposit_answered: {
    fr: 'La banque a répondu à votre demande sur un placement',
    en: 'The bank has answered your request about a deposit',
  },
  instalment_unpaid: { fr: 'Échéance de crédit impayée', en: 'Loan instalment unpaid' },
  payment_received: { fr: 'Paiement instantané reçu', en: 'Instant payment received' },
  alias_claimed: {
    fr: 'Votre numéro est demandé pour un autre compte',
    en: 'Your number is requested for another account',
  },
  payment_requested: { fr: 'On vous demande un paiement', en: 'You are asked to pay' },
  return_requested: { fr: 'On vous demande de rendre un paiement', en: 'You are asked to give a payment back' },
  statement_available: { fr: 'Votre relevé de compte est disponible', en: 'Your account statement is available' },
  message_received: { fr: 'Nouveau message de la banque', en: 'New message from the bank' },
  new_device: { fr: 'Connexion depuis un nouvel appareil', en: 'Login from a new device' },
  password_changed: { fr: 'Votre mot de passe a changé', en: 'Your password was changed' },
  contact_changed: { fr: 'Votre e-mail ou votre téléphone a changé', en: 'Your email or phone was changed' },
  factors_changed: { fr: 'Votre double authentification a changé', en: 'Your second factor was changed' },
  access_changed: { fr: 'Accès modifié', en: 'Access changed' },
  person_invited: { fr: 'Personne invitée', en: 'Person invited' },
  person_joined: { fr: 'Invitation acceptée', en: 'Invitation accepted' },
  rules_changed: { fr: 'Règles de signature et plafonds modifiés', en: 'Signing rules and limits changed' },
} satisfies Partial<Record<Kind, Sentence>>

/** The text of a push message per kind: others may read it on the device, so it contains no names and no amounts. */
export const pushLabels: Record<Kind, Sentence> = {
  ...alertLabels,
  balance_below: { fr: 'Le solde est passé sous votre seuil', en: 'The balance has fallen below your threshold' },
  debit_above: { fr: 'Un débit a atteint votre seuil', en: 'A debit has reached your threshold' },
  credit_above: { fr: 'Un encaissement a atteint votre seuil', en: 'An income has reached your threshold' },
}
