const plainLetters: Record<string, string> = {
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

/** Text in the characters that every bank on SWIFT takes: unaccented letters, figures, / - ? : ( ) . , ' + and blanks. */
export function swiftText(text: string): string {
  return text
    .replaceAll(/[œŒæÆßøØłŁ’–—]/gu, (char) => plainLetters[char] ?? char)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
