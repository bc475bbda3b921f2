/** The LIKE pattern that finds this text anywhere: %, _ and \ in it are taken literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
