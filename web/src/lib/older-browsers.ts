// Functions of the language and of the web that older browsers lack. Chrome and Edge before 110 and Safari before 16 get them before
// the portal starts; Chrome before 128 and Safari before 18.2 with the reader of PDF documents, which calls newer ones.

const onArrays = {
  findLast<Item>(this: Item[], isWanted: (item: Item, index: number, items: Item[]) => unknown): Item | undefined {
    return this[this.findLastIndex(isWanted)]
  },
  findLastIndex<Item>(this: Item[], isWanted: (item: Item, index: number, items: Item[]) => unknown): number {
    let index = this.length - 1
    while (index >= 0 && !isWanted(this[index] as Item, index, this)) index -= 1
    return index
  },
  toReversed<Item>(this: Item[]): Item[] {
    return [...this].reverse()
  },
  toSorted<Item>(this: Item[], compare?: (one: Item, other: Item) => number): Item[] {
    return [...this].sort(compare)
  },
}

/** A signal that ends with the first of these. */
function firstOf(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal })
  }
  return controller.signal
}

function endingAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), milliseconds)
  return controller.signal
}

/** Newer than what the compiler lets the portal call: their types are not known here. */
const forPdf = {
  promise: {
    try: (call: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      new Promise((resolve) => resolve(call(...args))),
    withResolvers() {
      const parts: Record<string, unknown> = {}
      parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
      return parts
    },
  },
  url: {
    parse(address: string, base?: string) {
      try {
        return new URL(address, base)
      } catch {
        return null
      }
    },
  },
}

function add(place: object, functions: object): void {
  for (const [name, value] of Object.entries(functions))
    if (!(name in place)) Object.defineProperty(place, name, { value, writable: true, configurable: true })
}

/** Adds those that are missing. */
export function addMissingFunctions(): void {
  add(Array.prototype, onArrays)
  add(Object, { hasOwn: (object: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(object, key) })
  add(AbortSignal, { any: firstOf, timeout: endingAfter })
  add(Promise, forPdf.promise)
  add(URL, forPdf.url)
}
