// The layout follows the text size that a person has chosen in the browser (WCAG 1.4.4): a query in pixels does not.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('../', import.meta.url)
const files = globSync('**/*.css', { cwd: folder })

describe('the media queries of the portal', () => {
  it('measure widths in rem', () => {
    expect(files.length).toBeGreaterThan(80)
    const inPixels = files.flatMap((file) =>
      (readFileSync(new URL(file, folder), 'utf8').match(/@(?:media|container) [^{]+/g) ?? [])
        .filter((query) => /\dpx/.test(query))
        .map((query) => `${file}: ${query.trim()}`),
    )
    expect(inPixels).toEqual([])
  })
})
