export const CATEGORIES = ['icon', 'vector', 'background', 'illustration', 'logo'] as const

export type Artwork = {
  /** Stable and unique over all sources, such as 'tabler:settings'. */
  source_key: string
  title: string
  description: string
  category: (typeof CATEGORIES)[number]
  tags: string[]
  /** A whole document with width, height and viewBox, and nothing that runs or loads. */
  svg: string
  licence: { title: string; spdx: string; url?: string }
  author: { name: string; url?: string }
  /** The package it came from. */
  source: string
}

export async function gather(works: AsyncIterable<Artwork>): Promise<Artwork[]> {
  const gathered: Artwork[] = []
  for await (const work of works) gathered.push(work)
  return gathered
}
