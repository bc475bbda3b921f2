import { problems } from '../problems.ts'
import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const sessionRefusals = typesetSentences({
  session_missing: {
    status: 401,
    fr: 'Votre session est expirée. Merci de vous reconnecter.',
    en: 'Your session is expired.',
  },
  bad_credentials: { status: 401, fr: 'Mauvais identifiant et/ou mot de passe', en: 'Wrong creditentials' },
  id_locked: {
    status: 423,
    fr: 'Mauvais identifiant et/ou mot de passe. Nouvel essai possible dans {minutes} min.',
    en: 'Wrong creditentials. You can try again in {minutes} min.',
  },
  account_missing: { status: 400, fr: 'Le compte n’est pas précisé.', en: 'The account is not given.' },
  account_unknown: { status: 404, fr: 'Ce compte n’existe pas.', en: 'This account does not exist.' },
  no_account: {
    status: 403,
    fr: 'Aucun compte n’est rattaché à votre identifiant.',
    en: 'No account is attached to your user ID.',
  },
  right_missing: {
    status: 403,
    fr: 'Vous n’avez pas accès à cette rubrique pour ce compte.',
    en: 'You do not have access to this section for this account.',
  },
  capability_missing: {
    status: 403,
    fr: 'Vous n’êtes pas habilité à faire cette opération sur ce compte.',
    en: 'You are not allowed to do this on this account.',
  },
  account_not_active: {
    status: 403,
    fr: 'Ce compte est bloqué ou clos : aucun débit n’est possible.',
    en: 'This account is blocked or closed: no debit is possible.',
  },
  account_not_in_francs: {
    status: 403,
    fr: 'Les cartes prépayées et les chéquiers dépendent d’un compte en francs CFA.',
    en: 'Prepaid cards and chequebooks belong to an account in CFA francs.',
  },
  password_change_required: {
    status: 403,
    fr: 'Créez d’abord votre mot de passe.',
    en: 'Create your password first.',
  },
  current_password_missing: {
    status: 422,
    field: 'current',
    fr: 'Saisissez votre mot de passe actuel',
    en: 'Enter your current password',
  },
  wrong_current_password: { status: 422, field: 'current', fr: 'Mot de passe incorrect', en: 'Wrong password' },
  password_personal: { status: 422, field: 'password', ...problems.password_personal },
  password_unchanged: {
    status: 422,
    field: 'password',
    fr: 'Choisissez un mot de passe différent de l’actuel.',
    en: 'Choose a password different from the current one.',
  },
  picture_missing: { status: 422, field: 'picture', ...problems.file_missing },
  link_over: {
    status: 410,
    fr: 'Ce lien n’est plus valable : il a déjà servi, ou son délai est passé.',
    en: 'This link is no longer valid: it was already used, or its time is over.',
  },
  second_step_required: {
    status: 403,
    fr: 'Confirmez que c’est bien vous.',
    en: 'Confirm that it is you.',
  },
  sign_in_over: {
    status: 410,
    fr: 'Cette connexion n’est plus valable. Saisissez de nouveau votre mot de passe.',
    en: 'This login is no longer valid. Enter your password again.',
  },
  sign_in_waits: {
    status: 409,
    fr: 'Ouvrez le lien que nous venons de vous envoyer par e-mail.',
    en: 'Open the link that we have just sent you by email.',
  },
  wrong_code: {
    status: 422,
    field: 'code',
    fr: 'Code incorrect, expiré ou déjà utilisé',
    en: 'Wrong, expired or already used code',
  },
  codes_locked: {
    status: 423,
    fr: 'Trop de codes incorrects. Nouvel essai possible dans {minutes} min.',
    en: 'Too many wrong codes. You can try again in {minutes} min.',
  },
  emailed_code_wrong: {
    status: 422,
    field: 'code',
    fr: 'Ce n’est pas le code. Essais restants : {left}.',
    en: 'This is not the code. Tries left: {left}.',
  },
  emailed_code_over: {
    status: 422,
    field: 'code',
    fr: 'Ce code n’est plus valable. Demandez-en un autre.',
    en: 'This code is not valid any more. Ask for another one.',
  },
  codes_not_prepared: {
    status: 409,
    fr: 'Recommencez : le code QR n’est plus valable.',
    en: 'Start again: the QR code is no longer valid.',
  },
  passkey_unknown: {
    status: 401,
    fr: 'Cette clé d’accès n’est pas reconnue. Connectez-vous avec votre mot de passe.',
    en: 'This passkey is not known. Log in with your password.',
  },
  passkey_rejected: {
    status: 422,
    field: 'credential',
    fr: 'La clé d’accès n’a pas pu être vérifiée. Réessayez.',
    en: 'The passkey could not be verified. Try again.',
  },
  passkey_known: {
    status: 409,
    fr: 'Cette clé d’accès est déjà enregistrée.',
    en: 'This passkey is already stored.',
  },
  too_many_passkeys: {
    status: 409,
    fr: 'Vous avez déjà dix clés d’accès : supprimez-en une d’abord.',
    en: 'You already have ten passkeys: remove one first.',
  },
  factor_missing: {
    status: 409,
    fr: 'Ajoutez d’abord une clé d’accès ou une application de codes.',
    en: 'Add a passkey or an application for codes first.',
  },
  factor_required: {
    status: 403,
    fr: 'Au-dessus de {amount}, la banque demande une double authentification. Ajoutez une clé d’accès ou une application de codes dans « Sécurité ».',
    en: 'Above {amount}, the bank requires a second factor. Add a passkey or an application for codes under “Security”.',
  },
  factors_reset: {
    status: 403,
    fr: 'Votre double authentification a été réinitialisée en agence : au-dessus de {amount}, les opérations sont possibles à partir du {day}.',
    en: 'Your second factor was reset at a branch: above {amount}, operations are possible from {day}.',
  },
  wrong_password: { status: 422, field: 'password', fr: 'Mot de passe incorrect', en: 'Wrong password' },
} as const satisfies Record<string, RefusalEntry>)
