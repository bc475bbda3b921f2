/** The numbers of a pager, null for omitted ones: 1 … 6 7 8 … 14. */
export function pageNumbers(page: number, count: number): (number | null)[] {
  if (count <= 6) return Array.from({ length: count }, (_, index) => index + 1)
  const near = page <= 2 ? [1, 2, 3] : page >= count - 1 ? [count - 2, count - 1, count] : [page - 1, page, page + 1]
  const visible = [...new Set([1, ...near, count])]
  return visible.flatMap((number, index) => {
    const left = number - (visible[index - 1] ?? 0) - 1
    // A gap of one number is as long as the number itself.
    return index === 0 || left === 0 ? [number] : left === 1 ? [number - 1, number] : [null, number]
  })
}
