import { expect, it } from 'vitest'
import { isUnavailable } from '../db/unavailable.ts'
import { createLimiter } from './concurrency.ts'

it('runs a few calls at a time, lets some wait, and refuses more at once as unavailable', async () => {
  const limited = createLimiter(2, 1)
  const started: number[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const call = (index: number) =>
    limited(async () => {
      started.push(index)
      await end
      return index
    })
  const calls = [call(0), call(1), call(2)]
  const refused: unknown = await call(3).catch((error: unknown) => error)
  expect(isUnavailable(refused)).toBe(true)
  expect(started).toEqual([0, 1])
  resolve()
  expect(await Promise.all(calls)).toEqual([0, 1, 2])
  expect(await call(4)).toBe(4)
})

it('gives the place of a call that fails to the next one', async () => {
  const limited = createLimiter(1)
  const failing = limited(() => Promise.reject(new Error('no')))
  const next = limited(() => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
