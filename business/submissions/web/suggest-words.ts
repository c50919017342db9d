import type { Category } from '#catalogue/rules.ts'

const TITLE_WORDS_MOST = 12
const TAGS_SUGGESTED = 12
/** What cameras, programs and tidy people put around the real name. */
const DECORATIONS = [/@\dx\b/gi, /\(\d+\)/g, /\b\d{2,5} ?x ?\d{2,5}(px)?\b/gi, /\b(img|dsc|dscn|pxl|screenshot)[ _-]?\d+\b/gi]
const CHATTER = new Set(['final', 'copy', 'export', 'exported', 'draft', 'untitled', 'artboard', 'new', 'edited', 'img', 'dsc', 'px'])
const SMALL = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'that', 'the', 'this', 'to', 'with'])
/** Titles that a program wrote by itself. */
const MADE_BY_PROGRAM =
  /^(untitled|layer|artboard|slice|group|page|document|drawing|image|icon|svg|shape|frame|vector|created with|generator)?[\s\d._-]*$|created with|digital camera|^adobe |\.(ai|svg|eps|pdf|psd|indd|png|jpe?g|webp)$/i

/** 'blueFox_jumping-02@2x.png' reads 'Blue Fox Jumping'; nothing where a name says nothing. */
export function titleFromName(name: string): string {
  const words = wordsOf(name)
  while (words.length > 0 && isNoise(words.at(-1)!)) words.pop()
  while (words.length > 0 && isNoise(words[0]!)) words.shift()
  return words.slice(0, TITLE_WORDS_MOST).map(inTitleCase).join(' ')
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

const isNoise = (word: string): boolean => /^v?\d+$/i.test(word) || CHATTER.has(word.toLowerCase())

/** A word that is some system's key: long, of hexadecimal digits. */
const isKey = (word: string): boolean => /^(?=.*\d)[0-9a-f]{8,}$/i.test(word)

const inTitleCase = (word: string, index: number): string =>
  index > 0 && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : word.charAt(0).toLocaleUpperCase() + word.slice(1)

export const isMeaningful = (title: string): boolean => !MADE_BY_PROGRAM.test(title.trim())

/** The words of a title as people would search for them. */
export function tagsFromTitle(title: string): string[] {
  const words = title.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u)
  return distinct(words.filter((word) => word.length > 1 && !SMALL.has(word) && !/^\d+$/.test(word))).slice(0, TAGS_SUGGESTED)
}

/** The first of each, capitals aside; empties fall out. */
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

/** In pixels, or in the units of a drawing. */
export type Shape = { width: number; height: number }

/** By its words first, then as the artist chose last, then by format and shape. */
export function guessCategory(
  words: string,
  format: string,
  { shape, last }: { shape?: Shape | undefined; last?: Category | undefined }
): Category {
  const named = NAMED.find(([, words_of]) => words_of.test(words))
  if (named) return named[0]
  if (last) return last
  const ratio = shape ? shape.width / shape.height : 0
  if (format === 'svg') return ratio > 0.9 && ratio < 1.1 ? 'icon' : 'vector'
  if (format === 'eps' || format === 'pdf') return 'vector'
  return ratio >= 1.5 && shape!.width >= 1600 ? 'background' : 'illustration'
}
