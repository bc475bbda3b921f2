/** The spaces at which a line may end: not those that French writes before : ; ? ! » and %, and after «. */
const BREAKS = /(?<=(?<!«) )(?![:;?!»%])/

/** Splits a text into lines that fit, at spaces, or within a word that is wider than a line. */
export function linesOf(text: string, maxWidth: number, widthOf: (character: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    let lineWidth = 0
    for (const word of paragraph.split(BREAKS)) {
      let wordWidth = 0
      for (const character of word.trimEnd()) wordWidth += widthOf(character)
      if (lineWidth + wordWidth > maxWidth && line !== '') {
        lines.push(line.trimEnd())
        line = ''
        lineWidth = 0
      }
      for (const character of word) {
        const characterWidth = widthOf(character)
        if (lineWidth + characterWidth > maxWidth && line !== '' && character !== ' ') {
          lines.push(line)
          line = ''
          lineWidth = 0
        }
        line += character
        lineWidth += characterWidth
      }
    }
    return [...lines, line.trimEnd()]
  })
}
