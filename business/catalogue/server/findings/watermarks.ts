import { comparable } from '../../findings.rules.ts'

/** Words that samples show. A person who buys a picture never wants them in it. */
const SAMPLE_WORDS = ['watermark', 'watermarked', 'sample', 'preview']
/** Names of places that sell pictures, without spaces. */
const STOCK_SITES = [
  ...['123rf', 'adobestock', 'agefotostock', 'alamy', 'bigstock', 'bigstockphoto', 'canstock', 'canstockphoto', 'clipartof', 'clipdealer'],
  ...[
    'colourbox',
    'creativemarket',
    'depositphotos',
    'dreamstime',
    'elements envato',
    'envato',
    'envatoelements',
    'flaticon',
    'fotolia',
    'freepik'
  ],
  ...[
    'gettyimages',
    'graphicriver',
    'iconfinder',
    'iconscout',
    'istock',
    'istockphoto',
    'masterfile',
    'nounproject',
    'photodune',
    'pikbest'
  ],
  ...['pixtastock', 'pngtree', 'pond5', 'shutterstock', 'stockphoto', 'stocksy', 'storyblocks', 'thenounproject', 'thinkstock', 'vecteezy'],
  ...['vectorstock', 'videoblocks']
].map((name) => name.replace(/ /g, ''))
/** Names that are written as several words. */
const JOINED_MAX = 3
/** A word that was read in a picture may have a wrong letter for each so many. */
const LETTERS_FOR_AN_ERROR = 7

/** Returns the words of a text that samples and stock sites show, as they stand there, or undefined. `is_read`: read in a picture, with errors. */
export function watermarkIn(text: string, { is_read }: { is_read: boolean }): string | undefined {
  const words = comparable(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).split(' ')
  for (let start = 0; start < words.length; start += 1)
    for (let count = 1; count <= JOINED_MAX && start + count <= words.length; count += 1) {
      const written = words.slice(start, start + count)
      if (isKnown(written.join(''), is_read)) return written.join(' ')
    }
  const known = comparable(text)
    .split(' ')
    .find((word) => isKnown(word, is_read))
  return known
}

function isKnown(word: string, is_read: boolean): boolean {
  const names = [...SAMPLE_WORDS, ...STOCK_SITES]
  if (names.includes(word)) return true
  return (
    is_read &&
    names.some((name) => name.length >= LETTERS_FOR_AN_ERROR && isNear(word, name, Math.floor(name.length / LETTERS_FOR_AN_ERROR)))
  )
}

/** Whether so many letters at most must be changed, added, or left out to make one word of the other. */
function isNear(word: string, name: string, errors: number): boolean {
  if (Math.abs(word.length - name.length) > errors) return false
  let row = Array.from({ length: name.length + 1 }, (_, at) => at)
  for (let at = 1; at <= word.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= name.length; to += 1)
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (word[at - 1] === name[to - 1] ? 0 : 1)))
    row = next
  }
  return (row.at(-1) ?? 0) <= errors
}
