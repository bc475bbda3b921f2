/** Most pages have the same shops, companies and people. */
const MAX_TEXTS = 5_000

/** A pure function of one text that remembers its results: at most `max` of them, then it begins anew. */
export function memoized<T>(compute: (text: string) => T, max = MAX_TEXTS): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = compute(text)
    if (known.size >= max) known.clear()
    known.set(text, result)
    return result
  }
}
