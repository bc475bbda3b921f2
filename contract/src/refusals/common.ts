// Refusals that belong to no domain: requests, files and keys that are not as agreed.
import { problems } from '../problems.ts'
import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const commonRefusals = typesetSentences({
  malformed: { status: 400, fr: 'La demande est illisible.', en: 'The request cannot be read.' },
  cross_site: {
    status: 403,
    fr: 'Cette demande ne vient pas du portail.',
    en: 'This request does not come from the portal.',
  },
  not_found: { status: 404, fr: 'Introuvable.', en: 'Not found.' },
  method_unknown: {
    status: 405,
    fr: 'Cette adresse ne connaît pas cette méthode.',
    en: 'This address does not know this method.',
  },
  too_large: { status: 413, fr: 'La demande est trop volumineuse.', en: 'The request is too large.' },
  file_too_large: { status: 413, fr: 'Un fichier dépasse 5 Mo.', en: 'A file is larger than 5 MB.' },
  too_many_files: { status: 413, fr: 'Il y a trop de fichiers.', en: 'There are too many files.' },
  upload_cut: {
    status: 413,
    fr: 'L’envoi a été interrompu. Recommencez.',
    en: 'The upload was cut off. Send it again.',
  },
  media_type: { status: 415, fr: 'Ce type de contenu n’est pas accepté.', en: 'This content type is not accepted.' },
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
  clock_differs: {
    status: 503,
    fr: 'L’horloge du serveur n’est pas à l’heure : les ordres sont refusés pour le moment. Réessayez dans un instant.',
    en: 'The server’s clock is not on time: orders are refused for the moment. Try again shortly.',
  },
  idempotency_key_reused: {
    status: 409,
    fr: 'Votre premier envoi a été reçu, avec d’autres valeurs. Vérifiez-le avant d’envoyer de nouveau.',
    en: 'What you sent first was received, with other values. Check it before you send again.',
  },
  idempotency_key_missing: {
    status: 400,
    fr: 'La clé d’unicité de la demande manque.',
    en: 'The idempotency key of the request is missing.',
  },
  confirmation_required: {
    status: 428,
    fr: 'Confirmez l’opération avec votre mot de passe.',
    en: 'Confirm the operation with your password.',
  },
  documents_missing: { status: 422, field: 'documents', ...problems.file_missing },
  asked_too_often: {
    status: 429,
    fr: 'Trop de demandes. Réessayez dans {minutes} min.',
    en: 'Too many requests. Try again in {minutes} min.',
  },
} as const satisfies Record<string, RefusalEntry>)
