import { afterEach, expect, it, vi } from 'vitest'
import { addMissingFunctions } from './older-browsers.ts'

const places: [object, string][] = [
  [Array.prototype, 'findLast'],
  [Array.prototype, 'findLastIndex'],
  [Array.prototype, 'toReversed'],
  [Array.prototype, 'toSorted'],
  [Object, 'hasOwn'],
  [AbortSignal, 'any'],
  [AbortSignal, 'timeout'],
  [Promise, 'try'],
  [Promise, 'withResolvers'],
  [URL, 'parse'],
]
const own = places.map(([place, name]) => Object.getOwnPropertyDescriptor(place, name) ?? {})
const putBack = () => places.forEach(([place, name], at) => Object.defineProperty(place, name, own[at] ?? {}))

afterEach(() => {
  putBack()
  vi.useRealTimers()
})

/** What the functions answer, those of the browser or ours. */
const answers = () => {
  const items = [3, 1, 2, 10]
  return {
    sorted: items.toSorted(),
    byNumber: items.toSorted((one, other) => one - other),
    reversed: items.toReversed(),
    last: items.findLast((item) => item < 3),
    lastIndex: items.findLastIndex((item) => item < 3),
    none: [items.findLast((item) => item > 10), items.findLastIndex((item) => item > 10)],
    unchanged: items,
    own: [Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({ a: 1 }, 'toString')],
    listed: Object.keys(items),
  }
}

it('adds functions that answer as those of newer browsers', () => {
  const expected = answers()
  for (const [place, name] of places) Reflect.deleteProperty(place, name)
  expect(answers).toThrow(TypeError)
  addMissingFunctions()
  expect(answers()).toEqual(expected)
})

it('adds a signal that ends after its time', () => {
  vi.useFakeTimers()
  Reflect.deleteProperty(AbortSignal, 'timeout')
  addMissingFunctions()
  const signal = AbortSignal.timeout(1000)
  vi.advanceTimersByTime(999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.aborted).toBe(true)
})

/** Functions that the compiler does not know. */
type Newer = {
  any: (signals: AbortSignal[]) => AbortSignal
  try: (call: (text: string) => string, text: string) => Promise<string>
  withResolvers: () => { promise: Promise<string>; resolve: (text: string) => void; reject: (error: Error) => void }
  parse: (address: string, base?: string) => URL | null
}
const newer = (place: object) => place as Newer

it('adds what the reader of PDF documents calls', async () => {
  for (const [place, name] of places) Reflect.deleteProperty(place, name)
  addMissingFunctions()
  expect(newer(URL).parse('b', 'https://bank.sn/a')?.href).toBe('https://bank.sn/b')
  expect(newer(URL).parse('b')).toBeNull()
  await expect(newer(Promise).try((text) => `${text}!`, 'done')).resolves.toBe('done!')
  const failing = newer(Promise).try(() => {
    throw new Error('failed')
  }, '')
  await expect(failing).rejects.toThrow('failed')
  const [kept, broken] = [newer(Promise).withResolvers(), newer(Promise).withResolvers()]
  kept.resolve('kept')
  broken.reject(new Error('broken'))
  await expect(kept.promise).resolves.toBe('kept')
  await expect(broken.promise).rejects.toThrow('broken')
})

it('adds a signal that ends with the first of others', () => {
  Reflect.deleteProperty(AbortSignal, 'any')
  addMissingFunctions()
  const [first, second] = [new AbortController(), new AbortController()]
  const either = newer(AbortSignal).any([first.signal, second.signal])
  expect(either.aborted).toBe(false)
  second.abort('over')
  expect([either.aborted, either.reason]).toEqual([true, 'over'])
  expect(newer(AbortSignal).any([first.signal, second.signal]).reason).toBe('over')
})

it('leaves the functions of the browser alone', () => {
  addMissingFunctions()
  expect(places.map(([place, name]) => Object.getOwnPropertyDescriptor(place, name))).toEqual(own)
})
