// Defines the woven pattern, cell by cell: motifs of thirteen threads repeated in three bands.

const DIAMOND = [
  '......#......',
  '.....###.....',
  '....##.##....',
  '...##...##...',
  '..##..#..##..',
  '.##..###..##.',
  '##..##.##..##',
]
const diamond = [...DIAMOND, ...DIAMOND.slice(0, -1).reverse()]
const zigzag = ['#.....#.....#', '##...###...##', '.##.##.##.##.', '..###...###..', '...#.....#...']
const chevron = ['......#......', '.....###.....', '....##.##....', '...##...##...', '..##.....##..', '.##.......##.']
const comb = ['#.#.#.#.#.#.#', '#############']

const CELL = 8
const ROWS = 150
export const BRAND_PATTERN_WIDTH = 44 * CELL
export const BRAND_PATTERN_HEIGHT = ROWS * CELL

type RowKey = { at: number; motif: string[]; thread: string }
type Band = { left: number; every: number; decimals: RowKey[] }

const bands: Band[] = [
  {
    left: 1,
    every: 58,
    decimals: [
      { at: -4, motif: diamond, thread: 'light' },
      { at: 12, motif: comb, thread: 'mango' },
      { at: 17, motif: zigzag, thread: 'middle' },
      { at: 23, motif: zigzag, thread: 'light' },
      { at: 31, motif: comb, thread: 'hibiscus' },
      { at: 36, motif: chevron, thread: 'light' },
      { at: 42, motif: chevron, thread: 'light' },
    ],
  },
  {
    left: 16,
    every: 54,
    decimals: [
      { at: -7, motif: diamond, thread: 'middle' },
      { at: 6, motif: diamond, thread: 'middle' },
      { at: 22, motif: zigzag, thread: 'middle' },
      { at: 32, motif: chevron, thread: 'middle' },
      { at: 38, motif: chevron, thread: 'middle' },
    ],
  },
  {
    left: 31,
    every: 54,
    decimals: [
      { at: -8, motif: diamond, thread: 'dark' },
      { at: 9, motif: zigzag, thread: 'dark' },
      { at: 16, motif: zigzag, thread: 'dark' },
      { at: 26, motif: chevron, thread: 'dark' },
      { at: 32, motif: chevron, thread: 'dark' },
    ],
  },
]

/** One SVG path per thread. */
export function brandPatternPaths(): { thread: string; path: string }[] {
  const paths = new Map<string, string>()
  for (const { left, every, decimals } of bands) {
    for (const { at, motif, thread } of decimals) {
      for (let top = at; top < ROWS; top += every) {
        motif.forEach((line, index) => {
          const y = top + index
          if (y < 0 || y >= ROWS) return
          for (const run of line.matchAll(/#+/g)) {
            const cells = `M${(left + run.index) * CELL} ${y * CELL}h${run[0].length * CELL}v${CELL}h-${run[0].length * CELL}z`
            paths.set(thread, (paths.get(thread) ?? '') + cells)
          }
        })
      }
    }
  }
  return [...paths].map(([thread, path]) => ({ thread, path }))
}
