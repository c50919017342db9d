import type { Category } from '#catalogue/rules.ts'

/** What a file's metadata says about the work. */
export type EmbeddedWords = { title: string; description: string; tags: string[] }

const TITLE_WORDS_MAX = 12
const TAGS_SUGGESTED = 12
/** What cameras, programs and people add to file names. */
const DECORATIONS = [/@\dx\b/gi, /\(\d+\)/g, /\b\d{2,5} ?x ?\d{2,5}(px)?\b/gi, /\b(img|dsc|dscn|pxl|screenshot)[ _-]?\d+\b/gi]
const FILLERS = new Set(['final', 'copy', 'export', 'exported', 'draft', 'untitled', 'artboard', 'new', 'edited', 'img', 'dsc', 'px'])
const SMALL = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'that', 'the', 'this', 'to', 'with'])
/** Default titles written by programs. */
const DEFAULT_TITLE =
  /^(untitled|layer|artboard|slice|group|page|document|drawing|image|icon|svg|shape|frame|vector|created with|generator)?[\s\d._-]*$|created with|digital camera|^adobe |\.(ai|svg|eps|pdf|psd|indd|png|jpe?g|webp)$/i

/** Turns 'blueFox_jumping-02@2x.png' into 'Blue Fox Jumping'. Returns '' for a name without meaningful words. */
export function titleFromName(name: string): string {
  const words = wordsOf(name)
  while (isNoise(words.at(-1))) words.pop()
  while (isNoise(words[0])) words.shift()
  return words.slice(0, TITLE_WORDS_MAX).map(inTitleCase).join(' ')
}

function wordsOf(name: string): string[] {
  const bare = DECORATIONS.reduce((text, noise) => text.replace(noise, ' '), baseName(name).replace(/_/g, ' '))
  return bare
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s\-.+,;~–—]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !isKey(word))
}

export const baseName = (name: string): string => name.replace(/\.[A-Za-z0-9]{2,5}$/, '')

const isNoise = (word: string | undefined): boolean => word !== undefined && (/^v?\d+$/i.test(word) || FILLERS.has(word.toLowerCase()))

/** A generated key: eight or more hexadecimal digits. */
const isKey = (word: string): boolean => /^(?=.*\d)[0-9a-f]{8,}$/i.test(word)

const inTitleCase = (word: string, index: number): string =>
  index > 0 && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : word.charAt(0).toLocaleUpperCase() + word.slice(1)

export const isMeaningful = (title: string): boolean => !DEFAULT_TITLE.test(title.trim())

/** Suggests tags from the words of a title. */
export function tagsFromTitle(title: string): string[] {
  const words = title.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u)
  return distinct(words.filter((word) => word.length > 1 && !SMALL.has(word) && !/^\d+$/.test(word))).slice(0, TAGS_SUGGESTED)
}

/** Removes empty tags and duplicates that differ only in case. */
export function distinct(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags.map((one) => one.trim()).filter(Boolean)) if (!seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag)
  return [...seen.values()]
}

const NAMED: [Category, RegExp][] = [
  ['logo', /\b(logos?|brandmark|emblem|wordmark)\b/i],
  ['icon', /\b(icons?|glyphs?|symbols?|pictograms?)\b/i],
  ['background', /\b(backgrounds?|wallpapers?|patterns?|textures?|backdrops?)\b/i],
  ['illustration', /\b(illustrations?|drawings?|scenes?|characters?)\b/i],
  ['vector', /\bvectors?\b/i]
]

/** In pixels, or in SVG units. */
export type Shape = { width: number; height: number }

/** Guesses from the words first, then the artist's last choice, then format and shape. */
export function guessCategory(
  words: string,
  format: string,
  { shape, last }: { shape?: Shape | undefined; last?: Category | undefined }
): Category {
  const named = NAMED.find(([, pattern]) => pattern.test(words))
  if (named) return named[0]
  if (last) return last
  const ratio = shape ? shape.width / shape.height : 0
  if (format === 'svg') return ratio > 0.9 && ratio < 1.1 ? 'icon' : 'vector'
  if (format === 'eps' || format === 'pdf') return 'vector'
  return ratio >= 1.5 && (shape?.width ?? 0) >= 1600 ? 'background' : 'illustration'
}
