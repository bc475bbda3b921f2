import type { Sentence } from './language.ts'
import { problems } from './problems.ts'

type RefusalEntry = Sentence & { status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 423 | 428 | 429 | 503; field?: string }

// Every reason to say no. `{name}` is filled from the refusal's facts, formatted in the reader's language.
export const refusals = {
  malformed: { status: 400, fr: 'La demande est illisible.', en: 'The request cannot be read.' },
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
  cross_site: { status: 403, fr: 'Cette demande ne vient pas du portail.', en: 'This request does not come from the portal.' },
  account_missing: { status: 400, fr: 'Le compte n’est pas précisé.', en: 'The account is not given.' },
  account_unknown: { status: 404, fr: "Ce compte n'existe pas.", en: 'This account does not exist.' },
  no_account: {
    status: 403,
    fr: "Aucun compte n'est rattaché à votre identifiant.",
    en: 'No account is attached to your user ID.',
  },
  right_missing: {
    status: 403,
    fr: "Vous n'avez pas accès à cette rubrique pour ce compte.",
    en: 'You do not have access to this section for this account.',
  },
  capability_missing: {
    status: 403,
    fr: "Vous n'êtes pas habilité à faire cette opération sur ce compte.",
    en: 'You are not allowed to do this on this account.',
  },
  account_not_active: {
    status: 403,
    fr: 'Ce compte est bloqué ou clos : aucun débit n’est possible.',
    en: 'This account is blocked or closed: no debit is possible.',
  },
  password_change_required: {
    status: 403,
    fr: 'Créez d’abord votre mot de passe.',
    en: 'Create your password first.',
  },
  not_found: { status: 404, fr: 'Introuvable.', en: 'Not found.' },
  too_large: { status: 413, fr: 'La demande est trop volumineuse.', en: 'The request is too large.' },
  file_too_large: { status: 413, fr: 'Un fichier dépasse 5 Mo.', en: 'A file is larger than 5 MB.' },
  too_many_files: { status: 413, fr: 'Il y a trop de fichiers.', en: 'There are too many files.' },
  upload_cut: { status: 413, fr: "L'envoi a été interrompu. Recommencez.", en: 'The upload was cut off. Send it again.' },
  media_type: { status: 415, fr: "Ce type de contenu n'est pas accepté.", en: 'This content type is not accepted.' },
  invalid: {
    status: 422,
    fr: 'Certaines informations sont manquantes ou erronées. Veuillez vérifier les champs indiqués ci-dessous.',
    en: 'Some information is missing or incorrect. Please check the fields indicated below',
  },
  duplicate_key: {
    status: 422,
    fr: 'Un champ est donné deux fois.',
    en: 'A field is given twice.',
  },
  too_many_requests: {
    status: 429,
    fr: 'Trop de demandes. Réessayez dans un instant.',
    en: 'Too many requests. Try again in a moment.',
  },
  unavailable: {
    status: 503,
    fr: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    en: 'The service is unavailable for a moment. Try again shortly.',
  },
  idempotency_key_reused: {
    status: 409,
    fr: 'Cette demande a déjà servi pour une autre opération.',
    en: 'This request was already used for another operation.',
  },
  idempotency_key_missing: {
    status: 400,
    fr: "La clé d'unicité de la demande manque.",
    en: 'The idempotency key of the request is missing.',
  },
  confirmation_required: {
    status: 428,
    fr: "Confirmez l'opération avec votre mot de passe.",
    en: 'Confirm the operation with your password.',
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
  asked_too_often: {
    status: 429,
    fr: 'Trop de demandes. Réessayez dans {minutes} min.',
    en: 'Too many requests. Try again in {minutes} min.',
  },
  wrong_password: { status: 422, field: 'password', fr: 'Mot de passe incorrect', en: 'Wrong password' },
  insufficient_balance: {
    status: 422,
    field: 'amount',
    fr: 'Solde insuffisant pour ce virement : il manque {missing}.',
    en: 'Insufficient balance for this transfer: {missing} is missing.',
  },
  unknown_beneficiary: {
    status: 422,
    field: 'beneficiary_id',
    fr: "Ce bénéficiaire n'existe pas ou plus.",
    en: 'This beneficiary does not exist, or no longer does.',
  },
  beneficiary_account_closed: {
    status: 422,
    field: 'beneficiary_id',
    fr: 'Le compte de ce bénéficiaire ne peut pas recevoir de virement.',
    en: "This beneficiary's account cannot receive transfers.",
  },
  beneficiary_same_account: {
    status: 422,
    field: 'beneficiary_id',
    fr: 'Le compte à débiter et le compte du bénéficiaire sont le même.',
    en: 'The account to debit and the beneficiary account are the same.',
  },
  currency_mismatch: {
    status: 422,
    field: 'beneficiary_id',
    fr: 'Les deux comptes ne sont pas dans la même monnaie.',
    en: 'The two accounts are not in the same currency.',
  },
  date_missing: { status: 422, field: 'execution_date', fr: 'Choisissez une date', en: 'Choose a date' },
  date_in_the_past: {
    status: 422,
    field: 'execution_date',
    fr: 'Choisissez une date à partir de demain',
    en: 'Choose a date from tomorrow on',
  },
  date_too_far: {
    status: 422,
    field: 'execution_date',
    fr: 'Choisissez une date dans les douze mois',
    en: 'Choose a date within twelve months',
  },
  periodicity_missing: { status: 422, field: 'periodicity', fr: 'Choisissez une périodicité', en: 'Choose how often' },
  end_before_start: {
    status: 422,
    field: 'end_date',
    fr: 'La date de fin doit suivre la date de début',
    en: 'The end date must come after the start date',
  },
  documents_required: {
    status: 422,
    field: 'international_documents',
    fr: 'Au-delà de {tolerance}, un virement hors UEMOA demande un justificatif.',
    en: 'Above {tolerance}, a transfer outside the UEMOA needs a supporting document.',
  },
  purpose_missing: {
    status: 422,
    field: 'purpose',
    fr: 'Indiquez l’objet de ce virement hors UEMOA.',
    en: 'Say what this transfer outside the UEMOA is for.',
  },
  domiciliation_missing: {
    status: 422,
    field: 'domiciliation',
    fr: 'À partir de {threshold}, une importation demande un numéro de domiciliation.',
    en: 'From {threshold} on, an import needs a domiciliation number.',
  },
  limit_exceeded: {
    status: 403,
    fr: 'Le plafond {limit} serait dépassé : il reste {remaining}.',
    en: 'This would exceed the limit {limit}: {remaining} remains.',
  },
  not_validator: {
    status: 403,
    fr: 'Les règles de ce compte demandent une signature d’un autre groupe.',
    en: 'The rules of this account ask for a signature of another group.',
  },
  stale_rules: {
    status: 409,
    fr: 'Les règles de ce compte ont changé depuis que vous les avez ouvertes. Relisez-les avant de les modifier.',
    en: 'The rules of this account have changed since you opened them. Read them again before changing them.',
  },
  too_few_validators: {
    status: 422,
    field: 'tiers',
    fr: 'Personne, ou trop peu de personnes, ne pourrait signer selon ces règles.',
    en: 'Nobody, or too few people, could sign under these rules.',
  },
  unknown_person: {
    status: 422,
    field: 'groups',
    fr: 'Une des personnes n’a pas accès à ce compte.',
    en: 'One of the people has no access to this account.',
  },
  tiers_for_companies: {
    status: 422,
    field: 'tiers',
    fr: 'Les règles de signature concernent les comptes d’entreprise.',
    en: 'Signing rules are for company accounts.',
  },
  not_executed: {
    status: 409,
    fr: 'Ce virement n’est pas encore exécuté.',
    en: 'This transfer has not been executed yet.',
  },
  not_editable: { status: 409, fr: 'Ce virement ne peut plus être modifié.', en: 'This transfer can no longer be changed.' },
  self_approval_forbidden: {
    status: 403,
    fr: 'Vous ne pouvez pas valider un virement que vous avez saisi ou modifié.',
    en: 'You cannot validate a transfer that you entered or changed.',
  },
  already_signed: { status: 409, fr: 'Vous avez déjà validé ce virement.', en: 'You have already validated this transfer.' },
  stale_version: {
    status: 409,
    fr: 'Ce virement a changé depuis que vous l’avez ouvert. Relisez-le avant de le valider.',
    en: 'This transfer has changed since you opened it. Read it again before validating it.',
  },
  not_pending: { status: 409, fr: 'Ce virement n’attend plus de validation.', en: 'This transfer no longer waits for validation.' },
  not_cancellable: { status: 409, fr: 'Ce virement ne peut plus être annulé.', en: 'This transfer can no longer be cancelled.' },
  not_periodic: { status: 409, fr: 'Ce virement permanent ne court plus.', en: 'This periodic transfer no longer runs.' },
  person_known: {
    status: 422,
    field: 'email',
    fr: 'Cette personne a déjà un accès ou une invitation.',
    en: 'This person already has access or an invitation.',
  },
  unknown_accounts: {
    status: 422,
    field: 'accounts',
    fr: 'Vous n’administrez pas tous ces comptes.',
    en: 'You do not administer all of these accounts.',
  },
  too_many_invitations: {
    status: 429,
    fr: '{most} invitations en 24 heures au plus. Réessayez demain.',
    en: '{most} invitations within 24 hours at most. Try again tomorrow.',
  },
  own_rights: {
    status: 403,
    fr: 'Vous ne pouvez pas augmenter vos propres droits.',
    en: 'You cannot raise your own rights.',
  },
  own_change: {
    status: 403,
    fr: 'Vous avez demandé cette modification : un autre administrateur doit l’accepter.',
    en: 'You asked for this change: another administrator must accept it.',
  },
  last_administrator: {
    status: 409,
    fr: 'Chaque compte garde au moins un administrateur actif.',
    en: 'Each account keeps at least one active administrator.',
  },
  not_active_person: {
    status: 409,
    fr: 'Cette personne est suspendue ou n’a pas encore accepté son invitation.',
    en: 'This person is suspended, or has not accepted the invitation yet.',
  },
  not_suspended_person: { status: 409, fr: 'Cette personne n’est pas suspendue.', en: 'This person is not suspended.' },
  not_invited_person: {
    status: 409,
    fr: 'Cette personne n’a pas d’invitation en attente.',
    en: 'This person has no invitation to answer.',
  },
  change_over: {
    status: 409,
    fr: 'Cette demande n’attend plus de réponse.',
    en: 'This request no longer waits for an answer.',
  },
  too_many_emails: {
    status: 429,
    fr: 'Vos coordonnées ont été envoyées {most} fois en 24 heures. Réessayez demain.',
    en: 'Your bank details were sent {most} times in 24 hours. Try again tomorrow.',
  },
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof refusals
