import { comparable } from '../../findings.rules.ts'

/** Words that samples show. A person who buys a picture never wants them in it. */
const SAMPLE_WORDS = ['watermark', 'watermarked', 'sample', 'preview']
/** Names of places that sell pictures, without spaces. */
const STOCK_SITES = [
  ...['123rf', 'adobestock', 'agefotostock', 'alamy', 'bigstock', 'bigstockphoto', 'canstock', 'canstockphoto', 'clipartof', 'clipdealer'],
  ...['creativemarket', 'depositphotos', 'dreamstime', 'elements envato', 'envato', 'envatoelements', 'flaticon', 'fotolia', 'freepik'],
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
]
/** Names that are written as several words. */
const JOINED_MAX = 3
/** A word that was read in a picture may have one wrong letter for every seven. */
const LETTERS_FOR_AN_ERROR = 7

/** Returns the first sample word or stock site that a text names, or undefined. `is_read`: the text was read in a picture and may have wrong letters. */
export function watermarkIn(text: string, { is_read }: { is_read: boolean }): string | undefined {
  const words = comparable(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).split(' ')
  const joined = words.flatMap((_, start) =>
    Array.from({ length: JOINED_MAX }, (_one, count) => words.slice(start, start + count + 1)).map((some) => some.join(''))
  )
  const candidates = [...joined, ...comparable(text).split(' ')]
  const exact = candidates.find((word) => NAMES.includes(word))
  if (exact !== undefined || !is_read) return exact
  return NAMES.find((name) => candidates.some((word) => isMisread(word, name)))
}

const NAMES = [...SAMPLE_WORDS, ...STOCK_SITES]

const isMisread = (word: string, name: string): boolean =>
  name.length >= LETTERS_FOR_AN_ERROR && isNear(word, name, Math.floor(name.length / LETTERS_FOR_AN_ERROR))

/** Whether one word becomes the other when at most `errors` letters are changed, added, or removed. */
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
