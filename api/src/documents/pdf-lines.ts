/** The spaces at which a line may end: not those that French writes before : ; ? ! » and %, and after «. */
const BREAKS = /(?<=(?<!«) )(?![:;?!»%])/

/** Splits a text into lines that fit, at spaces, or within a word that is wider than a line. */
export function linesOf(text: string, wide: number, widthOf: (character: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of paragraph.split(BREAKS)) {
      let size = 0
      for (const character of word.trimEnd()) size += widthOf(character)
      if (used + size > wide && line !== '') {
        lines.push(line.trimEnd())
        line = ''
        used = 0
      }
      for (const character of word) {
        const more = widthOf(character)
        if (used + more > wide && line !== '' && character !== ' ') {
          lines.push(line)
          line = ''
          used = 0
        }
        line += character
        used += more
      }
    }
    return [...lines, line.trimEnd()]
  })
}
