export type Change = { kind: 'same' | 'gone' | 'new'; text: string }

/** Words with the spaces that follow them. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []
const bare = (word: string): string => word.trimEnd()

/** Returns how one text became another, word by word: the longest sequence of words that both have stays. */
export function wordChanges(before: string, after: string): Change[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const shared = sharedLengths(old, now)
  const changes: Change[] = []
  let at = 0
  for (const [index, word] of now.entries()) {
    // Old words that stay only if this one is new are kept for later.
    while (isGone(old, at, word, { here: shared[at], next: shared[at + 1], index })) add(changes, 'gone', old[at++] ?? '')
    const isSame = at < old.length && bare(old[at] ?? '') === bare(word)
    add(changes, isSame ? 'same' : 'new', word)
    if (isSame) at += 1
  }
  for (const word of old.slice(at)) add(changes, 'gone', word)
  return changes
}

type Lengths = readonly number[]
type Rows = { here: Lengths | undefined; next: Lengths | undefined; index: number }

/** Whether an old word was removed: it is not the new one, and without it as many words stay. */
function isGone(old: readonly string[], at: number, word: string, { here, next, index }: Rows): boolean {
  const removed = old[at]
  if (removed === undefined || bare(removed) === bare(word)) return false
  return (next?.[index] ?? 0) >= (here?.[index + 1] ?? 0)
}

/** `lengths[i][j]` is how many words the rest of `old` from i and the rest of `now` from j have in common, in order. */
function sharedLengths(old: readonly string[], now: readonly string[]): Lengths[] {
  let below: Lengths = new Array<number>(now.length + 1).fill(0)
  const rows = [below]
  for (const word of old.toReversed()) {
    below = sharedFrom(word, now, below)
    rows.push(below)
  }
  return rows.reverse()
}

function sharedFrom(word: string, now: readonly string[], below: Lengths): Lengths {
  const row = new Array<number>(now.length + 1).fill(0)
  for (let at = now.length - 1; at >= 0; at -= 1)
    row[at] = bare(word) === bare(now[at] ?? '') ? (below[at + 1] ?? 0) + 1 : Math.max(below[at] ?? 0, row[at + 1] ?? 0)
  return row
}

/** Joins words of the same kind that follow each other. */
function add(changes: Change[], kind: Change['kind'], text: string): void {
  const last = changes.at(-1)
  if (last?.kind === kind) last.text += text
  else changes.push({ kind, text })
}
