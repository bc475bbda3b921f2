/** The pattern that finds this text anywhere: its own %, _ and \ are letters, not wildcards. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
