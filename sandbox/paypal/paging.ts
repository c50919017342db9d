const PAGE_SIZE = 10
const MAX_PAGE_SIZE = 20

/** Returns one page of a list like PayPal: pages count from 1, and totals are sent only on request. */
export function pageOf<T>(all: T[], query: Record<string, string | undefined>, address: string) {
  const size = Math.min(MAX_PAGE_SIZE, positive(query['page_size']) ?? PAGE_SIZE)
  const page = positive(query['page']) ?? 1
  const pages = Math.ceil(all.length / size)
  const link = (number: number, rel: string) => ({ href: `${address}?page=${number}&page_size=${size}`, rel, method: 'GET' })
  return {
    items: all.slice((page - 1) * size, page * size),
    ...(query['total_required'] === 'true' && { total_items: all.length, total_pages: pages }),
    links: [link(page, 'self'), ...(page < pages ? [link(page + 1, 'next')] : []), ...(page > 1 ? [link(page - 1, 'prev')] : [])]
  }
}

function positive(text: string | undefined): number | undefined {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
