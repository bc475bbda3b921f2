/** Escapes a text as a LIKE pattern that finds it anywhere: %, _ and \ are matched literally, and letters are composed as stored ones are. */
export const containing = (text: string) => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`
