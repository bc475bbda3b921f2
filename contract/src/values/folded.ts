/** Folds a text for searching: without accents and in lower case. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
