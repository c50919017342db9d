/** Names of so few letters may be one word. */
const LETTERS_LEAST = 9
const PART_LETTERS = 3
/** Two words in one are often a third ('sunflower', 'wheelchair'); three hardly ever are. */
const PARTS_LEAST = 3
/** Each part is in so many times as many titles as the whole. */
const COMMONER = 10
/** Between two parts. */
const SMALL = new Set(['at', 'by', 'in', 'of', 'on', 'to', 'up'])

/** The stretches of a word that its parts would be; none of one that is too short to be looked into. */
export function stretchesOf(word: string): string[] {
  if (word.length < LETTERS_LEAST) return []
  const found: string[] = []
  for (let start = 0; start <= word.length - PART_LETTERS; start += 1)
    for (let end = start + PART_LETTERS; end <= word.length; end += 1) found.push(word.slice(start, end))
  return found
}

/** A name of several words that somebody wrote in one, as 'umbrellawithraindrops': found when it is searched, and nothing to suggest. */
export function isRunTogether(word: string, titlesWith: ReadonlyMap<string, number>): boolean {
  if (word.length < LETTERS_LEAST) return false
  const least = COMMONER * Math.max(1, titlesWith.get(word) ?? 0)
  const isPart = (text: string) => (titlesWith.get(text) ?? 0) >= least
  // The most parts that the letters up to each place make; 0 where they make none.
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
  return (parts[word.length] ?? 0) >= PARTS_LEAST
}
