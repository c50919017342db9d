import type { PackageSet } from '#icons/server/naming/package-icons.service.ts'

export const CATEGORIES = ['icon', 'vector', 'background', 'illustration', 'logo'] as const

export type Artwork = {
  /** Stable and unique across all sources, such as 'tabler:settings'. */
  source_key: string
  title: string
  description: string
  category: (typeof CATEGORIES)[number]
  tags: string[]
  /** A complete document with width, height and viewBox, without scripts or external references. */
  svg: string
  license: { title: string; spdx: string; url?: string }
  author: { name: string; url?: string }
  /** Where its set says that it comes from. */
  origin?: 'human'
  /** The package it comes from. */
  source: string
  /** The icon of a set that it shows, if it is an icon. */
  icon?: { set: PackageSet; name: string }
}

export async function gather(works: AsyncIterable<Artwork>): Promise<Artwork[]> {
  const gathered: Artwork[] = []
  for await (const work of works) gathered.push(work)
  return gathered
}
