// Problems of an imported file and of its lines. `{name}` is filled with a value of the problem.
import type { Sentence } from '../language.ts'
import { typesetSentences } from '../values/french-spacing.ts'

/** Why a file is refused: nothing of it is stored. */
export const fileErrors = typesetSentences({
  empty: { fr: 'Le fichier est vide.', en: 'The file is empty.' },
  too_big: { fr: 'Le fichier dépasse 2 Mo.', en: 'The file is larger than 2 MB.' },
  pdf: {
    fr: 'C’est un PDF. Dans votre tableur, choisissez Enregistrer sous, puis Classeur Excel (.xlsx).',
    en: 'This is a PDF. In your spreadsheet, choose Save as, then Excel workbook (.xlsx).',
  },
  spreadsheet: {
    fr: 'C’est une archive, ou un classeur ancien ou protégé. Dans votre tableur, choisissez Enregistrer sous, puis Classeur Excel (.xlsx), sans mot de passe.',
    en: 'This is an archive, or an old or protected workbook. In your spreadsheet, choose Save as, then Excel workbook (.xlsx), without a password.',
  },
  workbook_too_large: {
    fr: 'Le classeur est trop grand une fois ouvert. Gardez une seule feuille et effacez les lignes vides.',
    en: 'The workbook is too large once opened. Keep a single sheet and delete the empty rows.',
  },
  workbook_broken: {
    fr: 'Le classeur est abîmé : il ne peut pas être lu. Enregistrez-le à nouveau dans votre tableur.',
    en: 'The workbook is damaged and cannot be read. Save it again in your spreadsheet.',
  },
  formula: {
    fr: 'À la ligne {line}, la colonne « {column} » contient une formule. Copiez-la et collez sa valeur.',
    en: 'On line {line}, the column “{column}” holds a formula. Copy it and paste its value.',
  },
  utf16: {
    fr: 'Le fichier est en UTF-16. Enregistrez-le en UTF-8.',
    en: 'The file is in UTF-16. Save it in UTF-8.',
  },
  nul_bytes: {
    fr: 'Ce n’est pas un fichier de texte : la ligne {line} contient des octets nuls.',
    en: 'This is not a text file: line {line} contains null bytes.',
  },
  encoding: {
    fr: 'La ligne {line} contient des octets qui ne sont d’aucun alphabet. Enregistrez le fichier en CSV UTF-8.',
    en: 'Line {line} contains bytes of no alphabet. Save the file as CSV UTF-8.',
  },
  separator: {
    fr: 'Les colonnes doivent être séparées par des points-virgules.',
    en: 'Columns must be separated by semicolons.',
  },
  quote_open: {
    fr: 'À la ligne {line}, un guillemet est ouvert et n’est jamais fermé.',
    en: 'On line {line}, a quotation mark is opened and never closed.',
  },
  quote_misplaced: {
    fr: 'À la ligne {line}, un guillemet n’est pas à sa place.',
    en: 'On line {line}, a quotation mark is out of place.',
  },
  cell_too_long: {
    fr: 'À la ligne {line}, une cellule dépasse 1 000 caractères.',
    en: 'On line {line}, a cell is longer than 1,000 characters.',
  },
  columns_missing: {
    fr: 'La première ligne doit nommer les colonnes. Il manque : {columns}.',
    en: 'The first line must name the columns. Missing: {columns}.',
  },
  column_repeated: {
    fr: 'La colonne « {column} » apparaît deux fois dans la première ligne.',
    en: 'The column “{column}” appears twice in the first line.',
  },
  xml_doctype: {
    fr: 'À la ligne {line}, le fichier XML déclare un type de document ou des entités : il n’est pas lu.',
    en: 'On line {line}, the XML file declares a document type or entities: it is not read.',
  },
  xml_malformed: {
    fr: 'À la ligne {line}, le fichier XML est mal formé.',
    en: 'On line {line}, the XML file is malformed.',
  },
  xml_encoding: { fr: 'Le fichier XML doit être en UTF-8.', en: 'The XML file must be in UTF-8.' },
  message_unknown: {
    fr: 'Ce fichier XML n’est pas un ordre de virement pain.001.001.03 ou pain.001.001.09.',
    en: 'This XML file is not a transfer order pain.001.001.03 or pain.001.001.09.',
  },
  message_element: {
    fr: 'L’élément {element} manque ou n’est pas valide.',
    en: 'The element {element} is missing or not valid.',
  },
  message_count: {
    fr: 'L’élément {element} annonce {said} virements, le fichier en contient {found}.',
    en: 'The element {element} announces {said} transfers, the file holds {found}.',
  },
  message_sum: {
    fr: 'L’élément {element} annonce {said}, la somme des virements est {found}.',
    en: 'The element {element} announces {said}, the transfers add up to {found}.',
  },
  message_method: {
    fr: 'L’élément {element} doit être TRF : seuls les virements sont acceptés.',
    en: 'The element {element} must be TRF: only transfers are accepted.',
  },
  message_debtor: {
    fr: 'L’élément {element} débite le compte {found}, qui n’est pas le compte choisi ici, ni un autre de vos comptes.',
    en: 'The element {element} debits the account {found}, which is neither the account chosen here nor another of your accounts.',
  },
  message_other_draft: {
    fr: 'Ce fichier débite aussi le compte « {account} », où un autre import attend : envoyez-le ou abandonnez-le d’abord.',
    en: 'This file also debits the account “{account}”, where another import waits: send or discard it first.',
  },
  message_currency: {
    fr: 'Le compte à débiter est en « {found} » : un fichier débite un compte en francs CFA (XOF).',
    en: 'The account to debit is in “{found}”: a file debits an account in CFA francs (XOF).',
  },
  message_reference: {
    fr: 'Le virement {line} porte la même référence EndToEndId que le virement {first} : {reference}.',
    en: 'Transfer {line} has the same EndToEndId reference as transfer {first}: {reference}.',
  },
  message_text_too_long: {
    fr: 'Au virement {line}, l’élément {element} dépasse 1 000 caractères.',
    en: 'In transfer {line}, the element {element} is longer than 1,000 characters.',
  },
  no_lines: { fr: 'Le fichier ne contient aucun virement.', en: 'The file holds no transfer.' },
  too_many_lines: {
    fr: 'Le fichier contient plus de 5 000 virements.',
    en: 'The file holds more than 5,000 transfers.',
  },
  no_requests: { fr: 'Le fichier ne contient aucune facture.', en: 'The file holds no invoice.' },
  too_many_requests: {
    fr: 'Le fichier contient plus de 500 factures.',
    en: 'The file holds more than 500 invoices.',
  },
} as const satisfies Record<string, Sentence>)
export type FileError = keyof typeof fileErrors

/** The errors of a line. */
export const lineErrors = typesetSentences({
  name_missing: { fr: 'Nom manquant', en: 'Name missing' },
  text_too_long: { fr: 'Texte trop long : {max} caractères au plus', en: 'Text too long: {max} characters at most' },
  text_invalid: { fr: 'Caractères qui ne sont pas admis', en: 'Characters that are not allowed' },
  iban_missing: { fr: 'IBAN manquant', en: 'IBAN missing' },
  iban_length: {
    fr: 'IBAN incomplet ou trop long : {found} caractères au lieu de {expected}',
    en: 'IBAN too short or too long: {found} characters instead of {expected}',
  },
  iban_invalid: { fr: 'IBAN erroné : vérifiez chaque caractère', en: 'Wrong IBAN: check each character' },
  rib_key_invalid: {
    fr: 'La clé RIB ne correspond pas au numéro de compte',
    en: 'The RIB key does not fit the account number',
  },
  bic_missing: { fr: 'BIC manquant : le compte est hors UEMOA', en: 'BIC missing: the account is outside the UEMOA' },
  bic_invalid: { fr: 'BIC erroné', en: 'Wrong BIC' },
  bic_other_country: {
    fr: 'Ce BIC n’est pas celui d’une banque du pays du compte',
    en: 'This BIC is not one of a bank in the country of the account',
  },
  bic_other_bank: {
    fr: 'Ce bénéficiaire est enregistré avec le BIC {known}',
    en: 'This beneficiary is saved with the BIC {known}',
  },
  purpose_missing: {
    fr: 'Motif économique manquant : le compte est hors UEMOA',
    en: 'Purpose missing: the account is outside the UEMOA',
  },
  purpose_invalid: {
    fr: 'Motif économique inconnu : marchandises, services, études, santé, famille ou autre',
    en: 'Unknown purpose: goods, services, studies, health, family or other',
  },
  documents_needed: {
    fr: 'Au-delà de {tolerance}, un virement hors UEMOA demande un justificatif : ordonnez-le seul',
    en: 'Above {tolerance}, a transfer outside the UEMOA needs a supporting document: order it on its own',
  },
  new_payee_waits: {
    fr: 'Nouveau bénéficiaire : jusqu’au {until}, {limit} en tout ; il reste {remaining}',
    en: 'New beneficiary: until {until}, {limit} in total; {remaining} is left',
  },
  first_payment_capped: {
    fr: 'Premier virement à ce bénéficiaire plafonné à {limit} ; il reste {remaining}',
    en: 'First transfer to this beneficiary capped at {limit}; {remaining} is left',
  },
  domiciliation_needed: {
    fr: 'À partir de {threshold}, un achat de marchandises hors UEMOA demande une domiciliation : ordonnez-le seul',
    en: 'From {threshold} on, a purchase of goods outside the UEMOA needs a domiciliation: order it on its own',
  },
  currency_unknown: {
    fr: 'Devise inconnue : écrivez son code, EUR ou USD par exemple',
    en: 'Unknown currency: write its code, EUR or USD for example',
  },
  currency_not_offered: {
    fr: 'Ce bénéficiaire ne peut pas être payé en {currency}',
    en: 'This payee cannot be paid in {currency}',
  },
  no_such_account: { fr: 'Ce compte n’existe pas dans notre banque', en: 'Our bank has no such account' },
  account_closed: { fr: 'Ce compte est clos', en: 'This account is closed' },
  account_currency: {
    fr: 'Ce compte n’est pas tenu dans la même devise',
    en: 'This account is held in another currency',
  },
  own_account: { fr: 'C’est le compte à débiter', en: 'This is the account to debit' },
  beneficiary_pending: { fr: 'Ce bénéficiaire attend une approbation', en: 'This beneficiary is waiting for approval' },
  beneficiary_refused: { fr: 'Ce bénéficiaire a été refusé', en: 'This beneficiary was refused' },
  beneficiary_unknown: {
    fr: 'Bénéficiaire inconnu : vous n’êtes pas habilité à en ajouter',
    en: 'Unknown beneficiary: you are not allowed to add any',
  },
  amount_missing: { fr: 'Montant manquant', en: 'Amount missing' },
  amount_letter: {
    fr: 'Montant illisible : la lettre O à la place du zéro',
    en: 'Unreadable amount: the letter O instead of a zero',
  },
  amount_point: {
    fr: 'Montant sans point ni virgule : des francs entiers',
    en: 'Amount without point or comma: whole francs',
  },
  amount_sign: { fr: 'Montant sans signe : des francs entiers', en: 'Amount without a sign: whole francs' },
  amount_digits: { fr: 'Montant à écrire avec les chiffres 0 à 9', en: 'Write the amount with the digits 0 to 9' },
  amount_unreadable: { fr: 'Montant illisible : des francs entiers', en: 'Unreadable amount: whole francs' },
  amount_unit: {
    fr: 'Montant à écrire sans son unité : des chiffres seuls',
    en: 'Write the amount without its unit: digits only',
  },
  amount_currency: {
    fr: 'L’unité du montant n’est pas la devise de la ligne, {currency}',
    en: 'The unit of the amount is not the currency of the line, {currency}',
  },
  amount_decimals: {
    fr: 'Montant illisible en {currency} : {digits} décimales au plus, sans séparateur de milliers',
    en: 'Unreadable amount in {currency}: {digits} decimals at most, without a thousands separator',
  },
  amount_too_small: {
    fr: 'Montant trop petit pour être payé dans cette devise',
    en: 'Amount too small to be paid in this currency',
  },
  amount_zero: { fr: 'Montant nul', en: 'The amount is zero' },
  amount_too_large: { fr: 'Montant trop grand', en: 'Amount too large' },
  label_missing: { fr: 'Libellé manquant', en: 'Label missing' },
  date_impossible: { fr: 'Cette date n’existe pas', en: 'This date does not exist' },
  date_unreadable: { fr: 'Date à écrire JJ/MM/AAAA', en: 'Write the date as DD/MM/YYYY' },
  date_past: { fr: 'Date déjà passée', en: 'This date has passed' },
  date_too_far: { fr: 'Date à plus d’un an', en: 'Date more than a year ahead' },
  phone_waits: {
    fr: 'PI cherche à qui est ce numéro : un instant',
    en: 'PI is looking for the holder of this number: one moment',
  },
  account_waits: {
    fr: 'La banque du bénéficiaire vérifie ce compte : un instant',
    en: 'The beneficiary’s bank verifies this account: one moment',
  },
  phone_unknown: {
    fr: 'Aucun compte ne reçoit de paiements instantanés sous ce numéro : donnez un IBAN',
    en: 'No account receives instant payments under this number: give an IBAN',
  },
  payer_missing: {
    fr: 'Numéro de téléphone ou adresse de paiement manquant',
    en: 'Phone number or payment address missing',
  },
  phone_abroad: { fr: 'Ce numéro n’est pas d’un pays de l’UEMOA', en: 'This number is not of a country of the UEMOA' },
  invoice_repeated: {
    fr: 'Même numéro de facture que la ligne {line}',
    en: 'Same invoice number as line {line}',
  },
  phone_invalid: { fr: 'Le numéro de téléphone n’est pas valide', en: 'The phone number is not valid' },
  email_invalid: { fr: 'L’email n’est pas valide', en: 'The email address is not valid' },
} as const satisfies Record<string, Sentence>)
export type LineError = keyof typeof lineErrors

/** The warnings of a line. */
export const lineWarnings = typesetSentences({
  name_mismatch: {
    fr: 'Ce compte est connu au nom de « {known} » : est-ce la bonne personne ?',
    en: 'This account is known under the name “{known}”: is this the right person?',
  },
  duplicate: {
    fr: 'Même compte, montant et libellé que la ligne {line}',
    en: 'Same account, amount and label as line {line}',
  },
  paid_recently: { fr: 'Déjà ordonné il y a moins de 30 jours', en: 'Already ordered within 30 days' },
  date_moved: { fr: 'Jour fermé : exécuté le {date}', en: 'Closed day: executed on {date}' },
  account_unverified: {
    fr: 'La banque du bénéficiaire n’a pas confirmé ce compte : la ligne part par la compensation',
    en: 'The beneficiary’s bank has not confirmed this account: the line goes by the clearing',
  },
  new_payee: { fr: 'Nouveau bénéficiaire', en: 'New beneficiary' },
} as const satisfies Record<string, Sentence>)
export type LineWarning = keyof typeof lineWarnings
