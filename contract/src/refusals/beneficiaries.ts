import { problems } from '../problems.ts'
import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const beneficiaryRefusals = typesetSentences({
  unknown_beneficiary: {
    status: 422,
    field: 'beneficiary_id',
    fr: 'Ce bénéficiaire n’existe pas ou plus.',
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
  beneficiary_pending: {
    status: 422,
    field: 'beneficiary_id',
    fr: 'Le compte de ce bénéficiaire n’est pas approuvé : une deuxième personne doit donner son accord.',
    en: "This beneficiary's account is not approved: a second person must agree to it.",
  },
  new_payee_waits: {
    status: 422,
    field: 'amount',
    fr: 'Ce bénéficiaire est nouveau : jusqu’au {until}, vous pouvez lui virer {limit} en tout. Il reste {remaining}.',
    en: 'This beneficiary is new: until {until} you can transfer {limit} to it in total. {remaining} is left.',
  },
  first_payment_capped: {
    status: 422,
    field: 'amount',
    fr: 'Le premier virement à ce bénéficiaire est plafonné à {limit} ; il reste {remaining}. Le reste pourra partir une fois ce premier virement exécuté.',
    en: 'The first transfer to this beneficiary is capped at {limit}; {remaining} is left. The rest can leave once that first transfer has been executed.',
  },
  trust_too_early: {
    status: 409,
    fr: 'Ce bénéficiaire est nouveau : vous pourrez le marquer comme étant de confiance à partir du {until}.',
    en: 'This beneficiary is new: you can mark it as trusted from {until} on.',
  },
  iban_invalid: { status: 422, field: 'iban', ...problems.iban_invalid },
  country_unsupported: { status: 422, field: 'iban', ...problems.country_unsupported },
  rib_key_invalid: { status: 422, field: 'iban', ...problems.rib_key_invalid },
  no_such_account: { status: 422, field: 'iban', ...problems.no_such_account },
  own_account: { status: 422, field: 'iban', ...problems.own_account },
  country_unknown: {
    status: 422,
    field: 'country',
    fr: 'Choisissez le pays de la banque',
    en: 'Choose the country of the bank',
  },
  address_country_unknown: {
    status: 422,
    field: 'address_country',
    fr: 'Ce pays n’est pas connu de la banque.',
    en: 'The bank does not know this country.',
  },
  bic_required: {
    status: 422,
    field: 'bic',
    fr: 'Le code BIC de la banque est nécessaire hors UEMOA',
    en: 'The BIC of the bank is needed outside the UEMOA',
  },
  bic_other_country: {
    status: 422,
    field: 'bic',
    fr: 'Ce code BIC n’est pas celui d’une banque du pays du compte',
    en: 'This BIC is not one of a bank in the country of the account',
  },
  beneficiary_duplicate: {
    status: 422,
    field: 'iban',
    fr: 'Ce bénéficiaire existe déjà : ce compte est enregistré au nom de {name}.',
    en: 'This beneficiary already exists: this account is saved under the name {name}.',
  },
  beneficiary_look_alike: {
    status: 422,
    field: 'name',
    fr: 'Ce nom se confond avec celui de votre bénéficiaire {name}. Vérifiez qui vous enregistrez.',
    en: 'This name looks like that of your beneficiary {name}. Check whom you are saving.',
  },
  beneficiary_other_holder: {
    status: 422,
    field: 'name',
    fr: 'Ce compte est au nom d’une autre personne ou d’une autre entreprise.',
    en: 'This account is in the name of another person or company.',
  },
  unknown_list: {
    status: 422,
    field: 'lists',
    fr: 'Cette liste n’existe pas ou plus.',
    en: 'This list does not exist, or no longer does.',
  },
  stale_beneficiary: {
    status: 409,
    fr: 'Ce bénéficiaire a changé depuis que vous l’avez ouvert. Relisez-le avant de continuer.',
    en: 'This beneficiary has changed since you opened it. Read it again before you go on.',
  },
  beneficiary_not_pending: {
    status: 409,
    fr: 'Ce compte n’attend plus de décision.',
    en: 'This account no longer waits for a decision.',
  },
  own_beneficiary: {
    status: 403,
    fr: 'Vous avez saisi ce compte : une autre personne doit l’approuver.',
    en: 'You entered this account: another person must approve it.',
  },
  list_name_taken: {
    status: 422,
    field: 'name',
    fr: 'Une liste porte déjà ce nom',
    en: 'A list has this name already',
  },
  unknown_list_type: {
    status: 422,
    field: 'type',
    fr: 'Ce type de liste n’existe plus',
    en: 'This type of list no longer exists',
  },
  unknown_member: {
    status: 422,
    field: 'add',
    fr: 'Un de ces bénéficiaires n’existe pas ou plus.',
    en: 'One of these beneficiaries does not exist, or no longer does.',
  },
} as const satisfies Record<string, RefusalEntry>)
