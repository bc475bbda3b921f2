import type { Sentence } from '../language.ts'

/** `{name}` in a sentence is filled from the refusal's facts, formatted in the reader's language. */
export type RefusalEntry = Sentence & {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 423 | 428 | 429 | 503
  field?: string
}
