import { expect, test, vi } from 'vitest'
import { loadOnce, prefetching } from './prefetching.ts'

const entering = { preload: false, cause: 'enter' as const, search: { page: 2 } }

test('the data of a screen are requested when its route is entered, before any other task', async () => {
  const order: unknown[] = []
  const load = loadOnce(async () => ({ prefetch: (search: unknown) => order.push(search) }))
  await load()
  setTimeout(() => order.push('rendered'))
  prefetching(() => undefined, load)(entering)
  await new Promise((resolve) => setTimeout(resolve))
  expect(order).toEqual([{ page: 2 }, 'rendered'])
})

test('nothing is requested where the guard refuses, for a preload, and on the open page', async () => {
  const load = vi.fn<() => Promise<{ prefetch: () => void }>>()
  const refuse = () => {
    throw new Error('no right')
  }
  expect(() => prefetching(refuse, load)(entering)).toThrow('no right')
  prefetching(() => undefined, load)({ ...entering, preload: true, cause: 'preload' })
  prefetching(() => undefined, load)({ ...entering, cause: 'stay' })
  expect(load).not.toHaveBeenCalled()
})

test('a screen that cannot be loaded is loaded again the next time', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('the screen')
  const once = loadOnce(load)
  await expect(once()).rejects.toThrow('offline')
  await expect(once()).resolves.toBe('the screen')
  await expect(once()).resolves.toBe('the screen')
  expect(load).toHaveBeenCalledTimes(2)
})
