const plainCharacters: Record<string, string> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  '’': "'",
  '–': '-',
  '—': '-',
}

/** Converts a text to the SWIFT X character set: unaccented letters, digits, / - ? : ( ) . , ' + and spaces. */
export function swiftText(text: string): string {
  return text
    .replaceAll(/[œŒæÆßøØłŁ’–—]/gu, (char) => plainCharacters[char] ?? char)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** Splits a text into lines of a message: none begins with the characters that start a field or end the message. */
export function swiftLines(text: string, { width, max }: { width: number; max: number }): string[] {
  const plain = swiftText(text).toUpperCase()
  const lines = plain.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  return lines.slice(0, max).map((line) => line.replace(/^[:-]/, ' '))
}

/** 260131 of 2026-01-31. */
export const swiftDay = (day: string) => day.slice(2).replaceAll('-', '')

/** An amount with a comma, also without decimals: 1500, or 12,34. */
export const swiftAmount = (plain: string) => (plain.includes('.') ? plain.replace('.', ',') : `${plain},`)

/** A reference of a customer: it must not begin or end with a slash, and two slashes would start another one. NONREF where there is none. */
export const swiftReference = (reference: string | null) =>
  swiftText(reference ?? '')
    .replaceAll(/\/{2,}/g, '/')
    .slice(0, 16)
    .replaceAll(/^\/|\/$/g, '')
    .trim() || 'NONREF'

/** The bank's reference of a movement. */
export const swiftEntryId = (id: string) => id.replaceAll('-', '').slice(-16).toUpperCase()
