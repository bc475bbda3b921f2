import type { Sentence } from './language.ts'

// What can be wrong with one field, said alike by the form before sending and by the server after.
export const problems = {
  invalid: { fr: 'Format invalide', en: 'Format not valid' },
  required: { fr: 'Ce champ est obligatoire', en: 'This field is required' },
  unknown_field: { fr: "Ce champ n'est pas attendu", en: 'This field is not expected' },
  amount_invalid: {
    fr: 'Saisissez un montant en francs entiers, supérieur à zéro',
    en: 'Enter an amount in whole francs, above zero',
  },
  date_invalid: { fr: 'Saisissez une date valide', en: 'Enter a valid date' },
  id_invalid: { fr: 'Identifiant invalide', en: 'Identifier not valid' },
  text_invalid: {
    fr: 'Ce texte contient des caractères qui ne sont pas admis, ou des espaces en trop',
    en: 'This text contains characters that are not allowed, or extra spaces',
  },
  text_too_long: { fr: 'Ce texte est trop long', en: 'This text is too long' },
  beneficiary_missing: { fr: 'Choisissez un bénéficiaire', en: 'Choose a beneficiary' },
  password_missing: { fr: 'Saisissez votre mot de passe', en: 'Enter your password' },
  user_id_missing: { fr: 'Saisissez votre identifiant', en: 'Enter your user ID' },
  iban_invalid: { fr: "L'IBAN n'est pas valide", en: 'The IBAN is not valid' },
  rib_key_invalid: { fr: "La clé RIB n'est pas valide", en: 'The RIB key is not valid' },
  email_invalid: { fr: "L'email n'est pas valide", en: 'The email address is not valid' },
  recipients_missing: { fr: 'Indiquez au moins un destinataire', en: 'Give at least one recipient' },
  too_many_recipients: { fr: 'Cinq destinataires au plus', en: 'Five recipients at most' },
} as const satisfies Record<string, Sentence>

export type ProblemCode = keyof typeof problems
