import type { Sentence } from './language.ts'
import { typesetSentences } from './values/french-spacing.ts'

// Errors of one field, with the same text in the form before sending and from the server after.
export const problems = typesetSentences({
  invalid: { fr: 'Format invalide', en: 'Format not valid' },
  required: { fr: 'Ce champ est obligatoire', en: 'This field is required' },
  reason_too_short: { fr: 'Expliquez en 3 à 255 caractères', en: 'Explain in 3 to 255 characters' },
  unknown_field: { fr: 'Ce champ n’est pas attendu', en: 'This field is not expected' },
  amount_invalid: {
    fr: 'Saisissez un montant valable, supérieur à zéro',
    en: 'Enter a valid amount, above zero',
  },
  amount_range_invalid: { fr: 'Saisissez un montant valable', en: 'Enter a valid amount' },
  period_reversed: { fr: 'La fin de la période précède son début', en: 'The period ends before it begins' },
  hours_equal: {
    fr: 'Choisissez une autre heure que celle du début',
    en: 'Choose another hour than that of the start',
  },
  too_many_documents: { fr: '100 documents au plus à la fois', en: '100 documents at most at a time' },
  too_many_operations: { fr: '500 opérations au plus à la fois', en: '500 operations at most at a time' },
  amounts_reversed: {
    fr: 'Le montant maximum est inférieur au minimum',
    en: 'The highest amount is below the lowest one',
  },
  date_invalid: { fr: 'Saisissez une date valide', en: 'Enter a valid date' },
  code_missing: { fr: 'Saisissez le code', en: 'Enter the code' },
  code_invalid: { fr: 'Le code a six chiffres', en: 'The code has six digits' },
  id_invalid: { fr: 'Identifiant invalide', en: 'Identifier not valid' },
  text_invalid: {
    fr: 'Ce texte contient des caractères qui ne sont pas admis, ou des espaces en trop',
    en: 'This text contains characters that are not allowed, or extra spaces',
  },
  text_too_long: { fr: 'Ce texte est trop long', en: 'This text is too long' },
  beneficiary_missing: { fr: 'Choisissez un bénéficiaire', en: 'Choose a beneficiary' },
  email_invalid: { fr: 'L’email n’est pas valide', en: 'The email address is not valid' },
  phone_invalid: { fr: 'Le numéro de téléphone n’est pas valide', en: 'The phone number is not valid' },
  password_weak: {
    fr: 'Au moins 8 caractères, dont une majuscule, une minuscule, un chiffre et un caractère spécial.',
    en: 'At least 8 characters with one uppercase letter, one lowercase letter, one digit and one special character.',
  },
  password_common: {
    fr: 'Ce mot de passe est trop courant : on le devinerait. Choisissez-en un autre.',
    en: 'This password is too common: it would be guessed. Choose another one.',
  },
  password_personal: {
    fr: 'Le mot de passe ne doit contenir ni votre identifiant ni votre nom.',
    en: 'The password must not contain your user ID or your name.',
  },
  file_missing: { fr: 'Choisissez un fichier', en: 'Choose a file' },
  tiers_not_whole: {
    fr: 'Chaque règle va jusqu’à un montant différent, et la dernière vaut au-delà.',
    en: 'Each rule goes up to a different amount, and the last one is for whatever is above.',
  },
  file_type: {
    fr: 'Ce type de fichier n’est pas accepté : envoyez un PDF, un JPEG ou un PNG.',
    en: 'This type of file is not accepted: send a PDF, a JPEG or a PNG.',
  },
  pdf_type: {
    fr: 'Ce type de fichier n’est pas accepté : envoyez un PDF.',
    en: 'This type of file is not accepted: send a PDF.',
  },
  image_type: {
    fr: 'Ce type de fichier n’est pas accepté : envoyez un JPEG ou un PNG.',
    en: 'This type of file is not accepted: send a JPEG or a PNG.',
  },
  file_empty: { fr: 'Ce fichier est vide.', en: 'This file is empty.' },
  file_damaged: { fr: 'Ce fichier est endommagé ou illisible.', en: 'This file is damaged or cannot be read.' },
  file_active: {
    fr: 'Ce PDF contient du code, des liens ou des fichiers joints, ou il est protégé : enregistrez-le à nouveau, par « Imprimer en PDF ».',
    en: 'This PDF contains code, links or attached files, or is protected: save it again, by “Print to PDF”.',
  },
  image_too_large: {
    fr: 'Cette image a trop de pixels : 50 millions au plus.',
    en: 'This picture has too many pixels: 50 million at most.',
  },
  password_missing: { fr: 'Saisissez votre mot de passe', en: 'Enter your password' },
  user_id_missing: { fr: 'Saisissez votre identifiant', en: 'Enter your user ID' },
  payer_missing: { fr: 'Choisissez qui doit payer', en: 'Choose who is to pay' },
  payment_address_invalid: {
    fr: 'L’adresse de paiement n’est pas valide',
    en: 'The payment address is not valid',
  },
  merchant_code_invalid: {
    fr: 'Le code marchand a 2 à 10 chiffres',
    en: 'A merchant code has 2 to 10 digits',
  },
  iban_invalid: { fr: 'L’IBAN n’est pas valide', en: 'The IBAN is not valid' },
  rib_key_invalid: { fr: 'La clé RIB est incorrecte', en: 'The RIB key is incorrect' },
  country_unsupported: {
    fr: 'Ce pays n’utilise pas d’IBAN : saisissez le numéro de compte et le pays de la banque',
    en: 'This country has no IBAN: enter the account number and the country of the bank',
  },
  no_such_account: {
    fr: 'Ce compte n’existe pas dans notre banque, ou est clos',
    en: 'Our bank has no such account, or it is closed',
  },
  bic_invalid: { fr: 'Le code BIC n’est pas valide', en: 'The BIC is not valid' },
  creditor_id_invalid: {
    fr: 'Cet identifiant créancier n’est pas valide : recopiez-le du mandat',
    en: 'This creditor identifier is not valid: copy it from the mandate',
  },
  umr_invalid: {
    fr: "Au plus 35 lettres sans accent, chiffres et signes + ? / : ( ) . , ' -",
    en: "At most 35 letters without accents, digits and signs + ? / : ( ) . , ' -",
  },
  own_account: { fr: 'C’est le compte à débiter lui-même', en: 'This is the account to debit itself' },
  accounts_missing: { fr: 'Choisissez au moins un compte', en: 'Choose at least one account' },
  too_many_accounts: { fr: '1 000 comptes au plus en une fois', en: '1,000 accounts at most at a time' },
  rights_missing: { fr: 'Choisissez au moins une rubrique', en: 'Choose at least one section' },
  capability_without_right: {
    fr: 'Une habilitation demande une rubrique qui n’est pas ouverte',
    en: 'A permission needs a section that is not open',
  },
  recipients_missing: { fr: 'Indiquez au moins un destinataire', en: 'Give at least one recipient' },
  card_number_invalid: { fr: 'Le numéro de carte n’est pas valide', en: 'The card number is not valid' },
  topup_too_high: { fr: 'Le montant maximum est de 2 000 000 F CFA', en: 'The maximum amount is 2,000,000 CFA' },
  too_many_chequebooks: { fr: 'Cinq chéquiers au plus par commande', en: 'Five chequebooks at most in one order' },
  cheque_number_invalid: {
    fr: 'Saisissez un numéro de chèque à sept chiffres',
    en: 'Enter a cheque number of seven digits',
  },
  stop_reason_missing: { fr: 'Choisissez un motif', en: 'Choose a reason' },
  expiry_invalid: {
    fr: 'Saisissez la date qui figure sur la carte, par exemple 12/29',
    en: 'Enter the date printed on the card, for example 12/29',
  },
  too_many_recipients: { fr: 'Cinq destinataires au plus', en: 'Five recipients at most' },
} as const satisfies Record<string, Sentence>)

export type ProblemCode = keyof typeof problems
