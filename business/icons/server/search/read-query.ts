import { ICON_WORD } from '../../rules.ts'
import { LETTERS_MIN } from './keyword-index.ts'

/** One way to read what was typed: an icon must have all `words`, and a word that begins or ends like `partial`. */
export type Search = { prefixes?: string[]; words: string[]; partial?: string /** Texts that must stand in a name. */; texts: string[] }
export type Typed = { searches: Search[]; palette?: boolean; style?: 'fill' | 'stroke' }

type Reading = {
  words: string[]
  prefixes: Set<string>
  palette?: boolean
  style?: 'fill' | 'stroke'
  has_prefix: boolean
  ends_open: boolean
}

/** Words in one query. More would only cost time: each pair of neighbors is also tried as one word. */
const WORDS_MAX = 12

/** Reads a search as the public API does: words, `prefix:name`, `palette=false`, `style:fill`, `prefixes=mdi-,ph`. Undefined if it is none. */
export function readQuery(query: string, may_be_partial: boolean): Typed | undefined {
  const reading: Reading = { words: [], prefixes: new Set(), has_prefix: false, ends_open: false }
  const parts = query.toLowerCase().trim().split(/\s+/)
  if (parts.length > WORDS_MAX || !parts.every((part) => readerFor(part)(reading, part, may_be_partial))) return undefined
  const searches = reading.words.length > 0 ? searchesFor(reading) : undefined
  const { palette, style } = reading
  return searches && { searches, ...(palette !== undefined && { palette }), ...(style && { style }) }
}

function readerFor(part: string): Reader {
  if (part.includes(':')) return readColon
  return part.includes('=') ? readEquals : readWord
}

export function truth(value: string): boolean | undefined {
  if (value === 'true' || value === 'yes' || value === '1') return true
  return value === 'false' || value === 'no' || value === '0' ? false : undefined
}

type Reader = (reading: Reading, part: string, may_be_partial: boolean) => boolean

const readWord: Reader = (reading, part, may_be_partial) => {
  reading.ends_open = may_be_partial
  reading.words.push(part)
  return true
}

/** Returns whether the pair is a filter. */
function readFilter(reading: Reading, key: string, value: string): boolean {
  const is = truth(value)
  if (key === 'palette' && is !== undefined) reading.palette = is
  else if (key === 'style' && (value === 'fill' || value === 'stroke')) reading.style = value
  else if ((key === 'fill' || key === 'stroke') && is) reading.style = key
  else return false
  return true
}

const readColon: Reader = (reading, part, may_be_partial) => {
  const [key = '', value = '', ...more] = part.split(':')
  if (more.length > 0) return false
  if (readFilter(reading, key, value)) return true
  if (reading.has_prefix) return false
  reading.has_prefix = true
  if (key === 'prefix' || key === 'prefixes') return addPrefixes(reading, value)
  const prefixes = key.split(',').map((prefix) => prefix.trim())
  const known = prefixes.filter((prefix) => ICON_WORD.test(prefix))
  for (const prefix of known) reading.prefixes.add(prefix)
  if (value !== '') readWord(reading, value, may_be_partial)
  return known.length > 0
}

const readEquals: Reader = (reading, part) => {
  const [key = '', value = '', ...more] = part.split('=')
  if (more.length > 0) return false
  if (key === 'prefix' || key === 'prefixes') return !reading.has_prefix && addPrefixes(reading, value)
  return readFilter(reading, key, value)
}

/** 'mdi', 'mdi-' for all that begin so, or 'mdi*' for both. */
function addPrefixes({ prefixes }: Reading, list: string): boolean {
  const before = prefixes.size
  for (const prefix of list.split(',').map((one) => one.trim())) {
    if (prefix.endsWith('*') && ICON_WORD.test(prefix.slice(0, -1))) prefixes.add(prefix.slice(0, -1)).add(`${prefix.slice(0, -1)}-`)
    else if (!prefix.endsWith('*') && prefix !== '' && ICON_WORD.test(`${prefix}a`)) prefixes.add(prefix)
  }
  return prefixes.size > before
}

/** The pieces of a word between hyphens; an empty one stands for a hyphen at its start or end. */
type Pieces = string[]

function searchesFor({ words, prefixes, has_prefix, ends_open }: Reading): Search[] | undefined {
  const all = words.map((word) => word.split('-'))
  if (all.some((pieces) => pieces.every((piece) => piece === '') || pieces.some((piece) => piece !== '' && !ICON_WORD.test(piece))))
    return undefined
  const common = [...prefixes]
  const found: Search[] = []
  const add = (read: Pieces[], prefix?: string) => {
    const search = searchOf(read, ends_open)
    if (search.words.length === 0 && search.partial === undefined) return
    const wanted = prefix === undefined ? common : [...common, prefix]
    found.push(wanted.length > 0 ? { ...search, prefixes: wanted } : search)
  }
  if (!has_prefix && common.length === 0) for (const { prefix, rest } of withLeadingPrefix(all)) add(rest, prefix)
  add(all)
  for (const joined of joinNeighbors(all)) add(joined)
  return found
}

/** The first word, or its first piece, may be meant as the prefix: 'mdi home', 'mdi-home'. */
function* withLeadingPrefix([first = [], ...others]: Pieces[]): Generator<{ prefix: string; rest: Pieces[] }> {
  const empty = first.indexOf('')
  if (others.length > 0 && (empty === -1 || (empty > 0 && empty === first.length - 1))) yield { prefix: first.join('-'), rest: others }
  const [prefix = '', ...pieces] = first
  if (first.length > 1 && prefix !== '' && pieces[0] !== '') yield { prefix, rest: [pieces, ...others] }
}

/** Simple words next to each other may be one: 'work flow'. */
function* joinNeighbors(all: Pieces[]): Generator<Pieces[]> {
  const isSimple = (pieces: Pieces | undefined) => pieces?.length === 1 && pieces[0] !== ''
  for (let start = 0; start < all.length - 1; start++)
    for (let end = start + 1; isSimple(all[start]) && end < all.length && isSimple(all[end]); end++)
      yield [...all.slice(0, start), [all.slice(start, end + 1).join('')], ...all.slice(end + 1)]
}

function searchOf(read: readonly Pieces[], ends_open: boolean): Search {
  const words = new Set<string>()
  const texts = new Set<string>()
  let partial: string | undefined
  read.forEach((pieces, place) => {
    pieces.forEach((piece, at) => {
      const isLast = place === read.length - 1 && at === pieces.length - 1
      if (piece === '') return
      if (isLast && ends_open && piece.length >= LETTERS_MIN) partial = piece
      else words.add(piece)
    })
    if (pieces.length > 1) texts.add(textOf(pieces))
  })
  return { words: [...words], texts: [...texts], ...(partial !== undefined && { partial }) }
}

/** 'home-', '-home', or 'home-page' as it must stand in a name. */
const textOf = (pieces: Pieces): string => (pieces[0] === '' ? '-' : '') + pieces.join('-')
