const AT_ONCE = 500

type ReadPage<Item> = (page: { page: number; per_page: number }) => Promise<{ items: readonly Item[] }>

/** Reads all items of a paged list, some hundred at once. An item that a newer one has moved to the next page is not repeated. */
export async function* eachItem<Item extends { id: string }>(readPage: ReadPage<Item>): AsyncGenerator<Item> {
  const seen = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { items } = await readPage({ page, per_page: AT_ONCE })
    for (const item of items) {
      if (!seen.has(item.id)) yield item
      seen.add(item.id)
    }
    if (items.length < AT_ONCE) return
  }
}
