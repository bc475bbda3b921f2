/** Escapes a text as a LIKE pattern that finds it anywhere: %, _ and \ are matched literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
