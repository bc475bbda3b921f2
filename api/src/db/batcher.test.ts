import { describe, expect, it } from 'vitest'
import { withDeadline } from '../adapters/deadline.ts'
import { Busy, createBatcher } from './batcher.ts'

describe('a batcher', () => {
  it('combines simultaneous calls into one', async () => {
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

  it('collects inputs while a batch runs, and keeps each batch within its maximum size', async () => {
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

  it('throws an outcome that is an error to its own caller only', async () => {
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

  it('calls for each input alone when the call for all fails, so that only the invalid input fails', async () => {
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

  it('runs inputs that must wait apart, together by their key, while the next batches go on', async () => {
    const { promise: lock, resolve: unlock } = Promise.withResolvers<void>()
    const runs: { inputs: string[]; isApart: boolean }[] = []
    const send = createBatcher<string, string>(
      async (inputs, { isApart }) => {
        runs.push({ inputs: [...inputs], isApart })
        if (isApart) await lock
        return inputs.map((input) => (input.startsWith('locked') && !isApart ? new Busy() : input))
      },
      { max: 9, concurrency: 1, keyOf: (input) => input.split(' ')[0] ?? '' },
    )
    const waiting = [send('locked 1'), send('locked 2')]
    expect(await send('free 1')).toBe('free 1')
    expect(await send('free 2')).toBe('free 2')
    unlock()
    expect(await Promise.all(waiting)).toEqual(['locked 1', 'locked 2'])
    expect(runs.filter(({ isApart }) => isApart).flatMap(({ inputs }) => inputs)).toEqual(['locked 1', 'locked 2'])
  })

  it('never begins an input whose caller has stopped waiting', async () => {
    const { promise: lock, resolve: unlock } = Promise.withResolvers<void>()
    const begun: number[] = []
    const slow = createBatcher<number, number>(
      async (numbers) => {
        begun.push(...numbers)
        await lock
        return numbers
      },
      { max: 1, concurrency: 1 },
    )
    const first = slow(1)
    await new Promise(setImmediate)
    await expect(withDeadline(5, () => slow(2))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    expect(slow.oldestWait()).toBeGreaterThan(0)
    unlock()
    expect(await first).toBe(1)
    expect(await slow(3)).toBe(3)
    expect(begun).toEqual([1, 3])
    expect(slow.oldestWait()).toBe(0)
  })
})
