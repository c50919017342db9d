const PAGES_MAX = 1_000_000

/** Reads the page of an artist's works from an address. Invalid values are ignored. */
export function readArtistPage(params: URLSearchParams): number {
  const page = Math.trunc(Number(params.get('page')))
  return page >= 1 && page <= PAGES_MAX ? page : 1
}

export const artistAddress = (id: string, page = 1): string => (page > 1 ? `/artists/${id}?page=${page}` : `/artists/${id}`)
