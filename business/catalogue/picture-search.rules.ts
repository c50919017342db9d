/** What may be searched with. Of an animation, the first frame counts. */
export type SearchedFormat = 'png' | 'jpg' | 'webp' | 'avif' | 'svg' | 'gif'

/** For a file field. Phones then also offer their camera. */
export const SEARCHED_ACCEPT = 'image/png,image/jpeg,image/webp,image/avif,image/svg+xml,image/gif'

export const PICTURE_MAX_MB = 10
/** Searches by picture that one network address may make. */
export const PICTURE_SEARCHES = { most: 60, seconds: 3600 } as const

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
  wrong_kind: 'This kind of file cannot be searched with. Please choose a PNG, JPG, WEBP, AVIF, SVG, or GIF picture.',
  too_large: `This picture is too large: at most ${PICTURE_MAX_MB} MB.`,
  too_many: 'You have searched by picture many times in the last hour. Please try again later.',
  failed: 'The search did not work. Please try again.'
} as const
