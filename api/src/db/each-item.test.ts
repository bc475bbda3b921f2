import { expect, it } from 'vitest'
import { eachItem } from './each-item.ts'

const read = async (rows: (page: number) => { id: string }[]) => {
  const found: string[] = []
  for await (const { id } of eachItem(({ page }) => Promise.resolve({ items: rows(page) }))) found.push(id)
  return found
}
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: String(from + at) }))

it('reads page after page until one is not full', async () => {
  expect(await read((page) => (page < 3 ? ids((page - 1) * 500, 500) : ids(1000, 7)))).toHaveLength(1007)
  expect(await read(() => [])).toEqual([])
})

it('does not repeat an item that has moved to the next page meanwhile', async () => {
  const found = await read((page) => (page === 1 ? ids(0, 500) : ids(499, 3)))
  expect(found).toHaveLength(502)
  expect(new Set(found).size).toBe(502)
})
