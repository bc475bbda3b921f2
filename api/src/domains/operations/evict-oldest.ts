/**
 * Removes the least recently used values of a memory, the first ones in its order, until it holds at most `values` of them with at most
 * `size` together. The newest one stays, whatever its size.
 */
export function evictOldest<T>(
  memory: Map<string, T>,
  limit: { values: number; size: number },
  sizeOf: (value: T) => number,
): void {
  let size = [...memory.values()].reduce((sum, value) => sum + sizeOf(value), 0)
  for (const [key, value] of memory) {
    if (memory.size === 1 || (memory.size <= limit.values && size <= limit.size)) return
    memory.delete(key)
    size -= sizeOf(value)
  }
}
