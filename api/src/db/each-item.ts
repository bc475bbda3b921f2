const AT_ONCE = 500

type ReadPage<Item> = (page: { page: number; per_page: number }) => Promise<{ items: readonly Item[] }>

/** Reads all items of a paged list, some hundred at once. */
export async function* eachItem<Item>(readPage: ReadPage<Item>): AsyncGenerator<Item> {
  for (let page = 1; ; page += 1) {
    const { items } = await readPage({ page, per_page: AT_ONCE })
    yield* items
    if (items.length < AT_ONCE) return
  }
}
