import { useLingui } from '@lingui/react/macro'
import type { AlertKind, SecurityKind } from 'contract/access/alerts.ts'

/** The groups of alerts, in the order of the form. */
export const alertGroups = ['money', 'transfers', 'debits', 'cards', 'services'] as const
type AlertGroup = (typeof alertGroups)[number]

export function useAlertGroups(): Record<AlertGroup, string> {
  const { t } = useLingui()
  return {
    money: t`Argent sur le compte`,
    transfers: t`Virements`,
    debits: t`Prélèvements`,
    cards: t`Cartes et chéquiers`,
    services: t`Relevés, placements, crédits et messages`,
  }
}

/** The group and the name of each alert. A total record: a kind without a switch does not compile. */
export function useAlertKinds(): Record<AlertKind, { group: AlertGroup; name: string }> {
  const { t } = useLingui()
  return {
    balance_below: { group: 'money', name: t`Le solde passe sous un montant` },
    debit_above: { group: 'money', name: t`Un débit atteint un montant` },
    credit_above: { group: 'money', name: t`Un encaissement atteint un montant` },
    order_to_sign: { group: 'transfers', name: t`Un ordre attend ma signature` },
    transfer_rejected: { group: 'transfers', name: t`Un virement n’est pas exécuté` },
    transfer_returned: { group: 'transfers', name: t`Un virement est retourné` },
    transfer_executed: { group: 'transfers', name: t`Un virement est exécuté` },
    batch_done: { group: 'transfers', name: t`Un virement multiple est terminé` },
    date_moved: { group: 'transfers', name: t`Une date tombe un jour férié et est reportée` },
    beneficiary_waiting: { group: 'transfers', name: t`Un bénéficiaire attend mon accord` },
    debit_announced: { group: 'debits', name: t`Un prélèvement est annoncé` },
    debit_rejected: { group: 'debits', name: t`Un prélèvement est rejeté` },
    mandate_to_confirm: { group: 'debits', name: t`Un mandat attend ma confirmation` },
    card_topped_up: { group: 'cards', name: t`Une carte est rechargée` },
    topup_failed: { group: 'cards', name: t`Une recharge n’est pas effectuée` },
    chequebook_available: { group: 'cards', name: t`Un chéquier est arrivé à l’agence` },
    deposit_matured: { group: 'services', name: t`Un placement arrive à échéance` },
    deposit_answered: { group: 'services', name: t`La banque répond à une demande sur un placement` },
    instalment_unpaid: { group: 'services', name: t`Une échéance de crédit est impayée` },
    payment_received: { group: 'money', name: t`Un paiement instantané arrive` },
    alias_claimed: { group: 'services', name: t`Un autre établissement demande mon numéro de téléphone` },
    payment_requested: { group: 'transfers', name: t`On vous demande un paiement` },
    return_requested: { group: 'transfers', name: t`On vous demande de rendre un paiement` },
    statement_available: { group: 'services', name: t`Un relevé de compte est disponible` },
    message_received: { group: 'services', name: t`La banque vous écrit` },
  }
}

export function useSecurityKinds(): Record<SecurityKind, string> {
  const { t } = useLingui()
  return {
    new_device: t`Connexion depuis un nouvel appareil`,
    password_changed: t`Mot de passe modifié`,
    contact_changed: t`E-mail ou téléphone modifié`,
    factors_changed: t`Double authentification modifiée`,
    access_changed: t`Accès d’une personne modifié`,
    person_invited: t`Personne invitée`,
    person_joined: t`Invitation acceptée par une personne`,
    rules_changed: t`Règles de signature ou plafonds modifiés`,
  }
}
