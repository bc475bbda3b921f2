/** Removes the accents of a text. Most texts have none, and are not taken apart. */
export const withoutAccents = (text: string): string =>
  /\P{ASCII}/u.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text

/** Folds a text for searching: without accents and in lower case. */
export const folded = (text: string): string => withoutAccents(text).toLowerCase()
