/**
 * Splits the rows of a page from their total count. Such a query joins the page to the count, so that a page past the
 * end is one row of nulls.
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
