export const VISIBILITIES = ['private', 'team', 'link'] as const
/** Who sees a collection besides its owner: nobody, the seats of the owner's team, or whoever has the link. */
export type Visibility = (typeof VISIBILITIES)[number]

export const NAME_MAX = 120
export const PROJECT_MAX = 120
export const NOTE_MAX = 500
/** Assets in one collection. */
export const ITEMS_MAX = 500
/** Collections of one person. */
export const COLLECTIONS_MAX = 200
export const LINK_DAYS_MIN = 1
export const LINK_DAYS_MAX = 150
/** How long a link works unless its owner chooses. */
export const LINK_DAYS_USUAL = 30
/** Assets that one call asks about: more than a page shows. */
export const HEARTS_ASKED_MAX = 100
/** The collection that a first heart starts. */
export const FIRST_NAME = 'Favorites'

export const MESSAGES = {
  name_required: 'Please enter a name.',
  project_required: 'Please enter the name of the project.',
  link_days: `Please choose ${LINK_DAYS_MIN} to ${LINK_DAYS_MAX} days.`,
  not_found: 'This collection does not exist.',
  not_the_owner: 'Only the owner of a collection can change it.',
  link_ended: 'This link has ended. Please ask for a new one.',
  full: `A collection holds at most ${ITEMS_MAX} works. Please start another one.`,
  too_many: `You have ${COLLECTIONS_MAX} collections, which is the maximum. Please delete one first.`,
  no_team: 'Sharing with a team needs a plan with several seats.'
} as const

const DAY_MS = 86_400_000

export const linkEnd = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)

/** Returns the ids with one of them at another place, counted from 0. A place behind the last is the last. */
export function moveTo(ids: readonly string[], id: string, place: number): string[] {
  return ids.filter((other) => other !== id).toSpliced(place, 0, id)
}

export const sharedAddress = (token: string): string => `/collections/shared/${token}`

/** Returns the works for which there is no license of this type yet. */
export const withoutLicense = <Item extends { licenses: readonly string[] }>(items: readonly Item[], type: string): Item[] =>
  items.filter(({ licenses }) => !licenses.includes(type))

/** How many works a collection has, in words. */
export const countWorks = (count: number): string => (count === 1 ? '1 work' : `${count} works`)
