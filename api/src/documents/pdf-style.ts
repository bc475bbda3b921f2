// Defines colours, sizes and fonts of the bank's documents.
import { readFileSync } from 'node:fs'

const fontFile = (name: string) => readFileSync(new URL(`../../assets/fonts/${name}.ttf`, import.meta.url))
// Font subsets with U+202F, which French amounts contain and the standard fonts of PDF lack (decision 0010).
export const fonts = {
  plain: fontFile('figtree-regular'),
  strong: fontFile('figtree-semibold'),
  display: fontFile('bricolage-grotesque-semibold'),
}
export type Font = keyof typeof fonts

export const INK = '#141d21'
export const MUTED = '#4a5a63'
export const BRAND = '#005263'
export const LINE = '#d9e1e6'

export const PAGE_WIDTH = 595.28
export const MARGIN = 48
export const TOP = 104
export const FOOT = 72
