// The random numbers of the demo bank. A name is the seed: each account history has its own generator, so that a change of one leaves the others unchanged.

export type SeededRandom = ReturnType<typeof seededRandom>

/** FNV-1a: a name into 32 bits. */
const seedOf = (name: string) =>
  [...name].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16777619), 2166136261)

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A generator of random values that are the same in every run: `name` is its seed. */
export function seededRandom(name: string) {
  let state = seedOf(name)

  /** mulberry32: from 0 inclusive to 1 exclusive. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  return {
    /** A whole number between both bounds, inclusive. */
    int,
    /** True with this probability, from 0 to 1. */
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T, // The index is inside the list.
    /** A realistic amount: mostly small, always a multiple of the step. */
    amount: (min: number, max: number, step: number) =>
      Math.max(step, Math.round((min + (max - min) * next() ** 2.5) / step) * step),
    digits: (count: number) => Array.from({ length: count }, () => int(0, 9)).join(''),
    crockford: (count: number) => Array.from({ length: count }, () => CROCKFORD[int(0, 31)]).join(''),
    /** A UUID of version 7, which sorts by its moment. */
    id: (at: Date) => {
      const hex = (bits: number) =>
        int(0, 2 ** bits - 1)
          .toString(16)
          .padStart(bits / 4, '0')
      const time = at.getTime().toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(12)}-${(8 + int(0, 3)).toString(16)}${hex(12)}-${hex(24)}${hex(24)}`
    },
  }
}
