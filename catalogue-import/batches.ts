/** Works that are imported in one transaction, and how many such batches at once: one stores its files while the database works for another. */
export const BATCH = 500
export const WORKERS = 3

export async function* batches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Runs several workers on one source of items. The first failure stops them all and is thrown. */
export async function inParallel<Item>(
  items: AsyncIterator<Item> | Iterator<Item>,
  workers: number,
  work: (item: Item) => Promise<void>
): Promise<void> {
  let failed = false
  const worker = async () => {
    while (!failed) {
      const { done, value } = await items.next()
      if (done) return
      await work(value)
    }
  }
  const runs = Array.from({ length: workers }, () =>
    worker().catch((error: unknown) => {
      failed = true
      throw error
    })
  )
  await Promise.all(runs)
}
