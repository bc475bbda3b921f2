import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const cardRefusals = typesetSentences({
  card_unknown: {
    status: 422,
    field: 'number',
    fr: 'Cette carte n’a pas été émise par notre banque.',
    en: 'This card was not issued by our bank.',
  },
  card_expired: { status: 422, field: 'expiry', fr: 'Cette carte est expirée.', en: 'This card has expired.' },
  card_already_registered: {
    status: 422,
    field: 'number',
    fr: 'Cette carte est déjà enregistrée.',
    en: 'This card is already registered.',
  },
  unknown_card: {
    status: 422,
    field: 'card_id',
    fr: 'Choisissez une carte de ce compte.',
    en: 'Choose a card of this account.',
  },
  card_expires_before: {
    status: 422,
    field: 'start_date',
    fr: 'La carte expire avant cette date : choisissez une date jusqu’au {expiry}.',
    en: 'The card expires before this date: choose a date until {expiry}.',
  },
  card_expires_before_next: {
    status: 422,
    fr: 'La carte expire le {expiry}, avant la recharge suivante, prévue le {next}.',
    en: 'The card expires on {expiry}, before the next top-up, planned for {next}.',
  },
  card_not_active: {
    status: 422,
    field: 'card_id',
    fr: 'Cette carte est bloquée, expirée ou en opposition : elle ne peut pas être rechargée.',
    en: 'This card is blocked, expired or stopped: it cannot be topped up.',
  },
  topup_out_of_range: {
    status: 422,
    field: 'amount',
    fr: 'Une recharge va de {least} à {max}.',
    en: 'A top-up is between {least} and {max}.',
  },
  holding_cap_exceeded: {
    status: 422,
    field: 'amount',
    fr: 'Vos cartes prépayées dépasseraient ensemble le solde autorisé : {left} au plus.',
    en: 'Your prepaid cards together would hold more than the authorised balance: {left} at most.',
  },
  monthly_cap_exceeded: {
    status: 422,
    field: 'amount',
    fr: 'Le plafond des recharges du mois, toutes cartes comprises, serait dépassé : {left} au plus.',
    en: 'The cap on top-ups of the month, all cards included, would be exceeded: {left} at most.',
  },
  balance_too_low: {
    status: 422,
    field: 'amount',
    fr: 'Solde insuffisant : il manque {missing}.',
    en: 'Insufficient balance: {missing} is missing.',
  },
  stale_quote: {
    status: 409,
    fr: 'Les frais ont changé depuis leur calcul. Relisez-les avant de confirmer.',
    en: 'The fees have changed since they were worked out. Read them again before you confirm.',
  },
  topup_not_done: { status: 409, fr: 'Cette recharge n’est pas effectuée.', en: 'This top-up is not completed.' },
  stale_recurring: {
    status: 409,
    fr: 'Cette recharge récurrente a changé depuis que vous l’avez ouverte. Relisez-la avant de continuer.',
    en: 'This recurring top-up has changed since you opened it. Read it again before you go on.',
  },
  card_not_changeable: {
    status: 409,
    fr: 'Cette carte est expirée ou en opposition : son état ne peut plus changer.',
    en: 'This card has expired or was stopped: its state can no longer change.',
  },
} as const satisfies Record<string, RefusalEntry>)
