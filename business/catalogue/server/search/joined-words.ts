/** Shorter names are treated as one word. */
const LETTERS_MIN = 9
const PART_LETTERS = 3
/** Two joined words are often a real word ('sunflower', 'wheelchair'); three hardly ever are. */
const PARTS_MIN = 3
/** Each part occurs in at least this many times as many titles as the whole. */
const COMMONER = 10
/** Small words that may occur between two parts. */
const SMALL = new Set(['at', 'by', 'in', 'of', 'on', 'to', 'up'])

/** Returns the substrings of a word that may be its parts; none for a short word. */
export function substringsOf(word: string): string[] {
  if (word.length < LETTERS_MIN) return []
  const found: string[] = []
  for (let start = 0; start <= word.length - PART_LETTERS; start += 1)
    for (let end = start + PART_LETTERS; end <= word.length; end += 1) found.push(word.slice(start, end))
  return found
}

/** Whether a word is several words written as one, such as 'umbrellawithraindrops'. It can be found, but is not suggested. */
export function isJoinedWords(word: string, titlesWith: ReadonlyMap<string, number>): boolean {
  if (word.length < LETTERS_MIN) return false
  const titlesMin = COMMONER * Math.max(1, titlesWith.get(word) ?? 0)
  const isPart = (text: string) => (titlesWith.get(text) ?? 0) >= titlesMin
  // For each position, the largest number of parts that the letters before it can form; 0 if they cannot.
  const parts: number[] = []
  for (let end = 1; end <= word.length; end += 1) {
    const ways = Array.from({ length: end }, (_, start) => {
      const [text, before] = [word.slice(start, end), start === 0 ? 0 : (parts[start] ?? 0)]
      const follows = start === 0 || before > 0
      const isSmall = SMALL.has(text) && start > 0 && end < word.length
      return follows && (isSmall || isPart(text)) ? before + 1 : 0
    })
    parts[end] = Math.max(...ways)
  }
  return (parts[word.length] ?? 0) >= PARTS_MIN
}
