/** Where a picture comes from, as its artist states it. 'unknown' is an asset whose artist has stated nothing, and nobody can choose it. */
export const STATED_ORIGINS = ['human', 'ai_assisted', 'ai_generated'] as const
export type StatedOrigin = (typeof STATED_ORIGINS)[number]
export const ORIGINS = [...STATED_ORIGINS, 'unknown'] as const
export type Origin = (typeof ORIGINS)[number]

export const ORIGIN_LABELS: Record<Origin, string> = {
  human: 'Made by a person',
  ai_assisted: 'AI-assisted',
  ai_generated: 'AI-generated',
  unknown: 'Origin not stated'
}

/** What each statement means, for the artist who makes it and for everyone who reads it. */
export const ORIGIN_MEANINGS: Record<Origin, string> = {
  human: 'A person made it, by hand or with ordinary tools. No part of it comes from generative AI.',
  ai_assisted: 'A person made it, and generative AI made or changed a part of it.',
  ai_generated: 'Generative AI made it from a description or from other pictures. A person may have edited it.',
  unknown: 'Its artist has not said whether generative AI was used.'
}

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
const SOURCE_TYPE_OF: Record<StatedOrigin, string> = {
  human: 'digitalCreation',
  ai_assisted: 'compositeWithTrainedAlgorithmicMedia',
  ai_generated: 'trainedAlgorithmicMedia'
}

/** The IPTC Digital Source Type of an origin, as an address, or null for an unknown one (specification 3, call 43). */
export const digitalSourceType = (origin: Origin): string | null => (origin === 'unknown' ? null : SOURCE_TYPES + SOURCE_TYPE_OF[origin])

/** Whether a file's Content Credentials say that generative AI made it, or a part of it. */
export const declaresAi = (declared_sources: readonly string[] | null): boolean =>
  declared_sources?.some((address) => /trainedAlgorithmicMedia$/i.test(address)) ?? false

/** Returns the origin that a form or a stored draft states, or '' if it states none. */
export const readStatedOrigin = (text: unknown): StatedOrigin | '' => STATED_ORIGINS.find((known) => known === text) ?? ''
