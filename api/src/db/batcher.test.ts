import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

describe('gathering', () => {
  it('makes one call of what comes together', async () => {
    const batches: number[][] = []
    const double = createBatcher<number, number>(
      async (numbers) => {
        batches.push([...numbers])
        return numbers.map((number) => number * 2)
      },
      { max: 100, concurrency: 1 },
    )
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
  })

  it('collects what comes while a batch is under way, and no batch is larger than allowed', async () => {
    const sizes: number[] = []
    const echo = createBatcher<number, number>(
      async (numbers) => {
        sizes.push(numbers.length)
        await new Promise(setImmediate)
        return numbers
      },
      { max: 4, concurrency: 1 },
    )
    const first = echo(0)
    await new Promise(setImmediate)
    const rest = Array.from({ length: 10 }, (_, index) => echo(index + 1))
    expect(await Promise.all([first, ...rest])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(sizes).toEqual([1, 4, 4, 2])
  })

  it('throws an outcome that is an error to its own caller alone', async () => {
    const halve = createBatcher<number, number>(
      async (numbers) => numbers.map((number) => (number % 2 ? new Error(`${number} is odd`) : number / 2)),
      {
        max: 9,
        concurrency: 1,
      },
    )
    const [two, three, four] = await Promise.allSettled([2, 3, 4].map(halve))
    expect([two, four]).toMatchObject([{ value: 1 }, { value: 2 }])
    expect(three).toMatchObject({ reason: new Error('3 is odd') })
  })

  it('runs each alone where the call for all fails, so that one bad input fails only itself', async () => {
    const strict = createBatcher<number, number>(
      async (numbers) => {
        if (numbers.includes(13)) throw new Error('unlucky')
        return numbers
      },
      { max: 9, concurrency: 2 },
    )
    const outcomes = await Promise.allSettled([1, 13, 2].map(strict))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await strict(5)).toBe(5)
  })
})
