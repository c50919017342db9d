/** A featured collection is a list of approved assets that admins chose for visitors. */
export const FEATURED_MAX = 50
export const FEATURED_ASSETS_MAX = 200
export const FEATURED_TITLE_MAX = 80
export const FEATURED_SUMMARY_MAX = 300
/** Pictures that stand for a collection. */
export const COVERS_MAX = 4
/** Assets on one page of a collection. */
export const FEATURED_PAGE_SIZE = 24

/** For this many days an asset is new. */
export const NEW_DAYS = 7
/** Collections, and assets, in one row of the home page. */
export const HIGHLIGHTS_MAX = 12
/** Pictures of a collection in that row. */
export const HIGHLIGHT_COVERS = 3

export const FEATURED_MESSAGES = {
  title_required: 'Please enter a title.',
  summary_required: 'Please enter a sentence about the collection.',
  not_found: 'This collection is not available.',
  without_works: 'Add works before you publish this collection.',
  works_not_approved: 'Only approved works can be in a collection.',
  changed_meanwhile: 'Someone else changed this meanwhile. Please reload the page.',
  too_many: `There can be at most ${FEATURED_MAX} collections.`
} as const

const SLUG_MAX = 60
/** The address of a title without a Latin letter or digit. */
const SLUG_OTHERWISE = 'collection'

/** Returns the title as a part of an address: 'Café & tea' becomes 'cafe-tea'. */
export function slugOf(title: string): string {
  const latin = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = latin.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_MAX)
  return slug.replace(/^-+|-+$/g, '') || SLUG_OTHERWISE
}

/** Returns the slug with the first number that makes it one of its own. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

/** One step of arranging a list: 'up:ID', 'down:ID', 'add:ID', 'remove:ID', or 'place:ID:INDEX', as the buttons of a form send it. */
export function rearranged(ids: readonly string[], step: string): string[] {
  const [action, id = '', index = ''] = step.split(':')
  const others = ids.filter((other) => other !== id)
  const from = ids.indexOf(id)
  const movedTo = (place: number) => others.toSpliced(Math.min(Math.max(place, 0), others.length), 0, id)
  if (action === 'add' && id !== '') return from >= 0 ? [...ids] : [...ids, id]
  if (from < 0) return [...ids]
  if (action === 'remove') return others
  if (action === 'up') return movedTo(from - 1)
  if (action === 'down') return movedTo(from + 1)
  return action === 'place' && /^\d{1,4}$/.test(index) ? movedTo(Number(index)) : [...ids]
}
