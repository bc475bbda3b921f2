type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether the user saves data, or the connection is of the second generation: nothing is prefetched then. */
export const savesData = () => {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true
}

// A failed prefetch is ignored: the part is loaded again when it is needed.
export function fetchLater(delay: number, parts: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => parts.forEach((fetchPart) => void fetchPart().catch(() => null)), delay)
  return () => clearTimeout(timer)
}
