/** What may be searched with. Of an animation, the first frame counts. */
export type SearchedFormat = 'png' | 'jpg' | 'webp' | 'avif' | 'svg' | 'gif'

/** For a file field. Phones then also offer their camera. */
export const SEARCHED_ACCEPT = 'image/png,image/jpeg,image/webp,image/avif,image/svg+xml,image/gif'

export const PICTURE_MAX_MB = 10
/** Searches by picture that one network may make. */
export const PICTURE_SEARCHES = { most: 60, seconds: 3600 } as const
/** Searches by picture that one site may make: with IPv6, a site has 65,536 networks. */
export const PICTURE_SEARCHES_OF_SITE = { most: 240, seconds: 3600 } as const
/** Searches by picture in progress at the same time in one process: of all visitors, and of one site. */
export const PICTURES_OPEN = 20
export const PICTURES_OPEN_OF_SITE = 5

/** How many works are listed at most: with equal bytes, with nearly the same look, and with a similar one. */
export const SAME_MAX = 12
export const NEAR_MAX = 12
export const SIMILAR_SHOWN_MAX = 12

/** The lists of an answer, best first, and why a work is in them. */
export const LIKENESSES = ['same', 'near', 'similar'] as const
type Likeness = (typeof LIKENESSES)[number]
export const LIKENESS_WORDS: Readonly<Record<Likeness, { title: string; why: string }>> = {
  same: { title: 'Same', why: 'Equal file' },
  near: { title: 'Near', why: 'Looks nearly the same' },
  similar: { title: 'Similar', why: 'Similar colors and shape' }
}

export const PICTURE_MESSAGES = {
  missing: 'Please choose a picture.',
  wrong_kind: 'You cannot search with this kind of file. Please choose a PNG, JPG, WEBP, AVIF, SVG, or GIF picture.',
  too_large: `This picture is too large: at most ${PICTURE_MAX_MB} MB.`,
  too_many: 'You have searched by picture many times in the last hour. Please try again later.',
  busy: 'Too many pictures are being searched with right now. Please try again in a moment.',
  failed: 'The search did not work. Please try again.'
} as const
