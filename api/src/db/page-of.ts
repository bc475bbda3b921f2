/**
 * The rows of a page as they are answered, and how many there are in all. Such a query counts first and joins the page to the count: a page past
 * the end is one row of nulls.
 */
export function pageOf<Row extends { id: string; total: number }, Item>(
  rows: readonly Row[],
  toItem: (row: Omit<Row, 'total'>) => Item,
): { items: Item[]; total: number } {
  return {
    total: rows[0]?.total ?? 0,
    items: rows.filter(({ id }) => id !== null).map(({ total: _total, ...row }) => toItem(row)),
  }
}
