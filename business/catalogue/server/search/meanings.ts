import type { Form, KnownWord } from './words.queries.ts'

/** A word of the catalogue that matches a typed word, and its weight relative to an exact match (1). */
export type Meant = { id: number; factor: number; assets: number }

const FACTORS = { written: 1, number: 0.95, verb: 0.8, meaning: 0.7, prefix: 0.6, misspelled: 0.5 } as const

/** At most this many words match one typed word, best first: each costs an index lookup. */
const MEANT_MAX = 16

/** Consecutive typed words joined into one: 'check mark' is also 'checkmark'. */
export type Run = { text: string; from: number; to: number }

const RUN_MAX = 3

/** Returns each typed word, then every two and three consecutive words joined. */
export function runsOf(typed: readonly string[]): Run[] {
  const lengths = Array.from({ length: Math.min(RUN_MAX, typed.length) }, (_, index) => index + 1)
  return lengths.flatMap((length) =>
    Array.from({ length: typed.length - length + 1 }, (_, from) => ({
      text: typed.slice(from, from + length).join(''),
      from,
      to: from + length
    }))
  )
}

const isWord = (run: Run | undefined): boolean => run !== undefined && run.to - run.from === 1

const VERB_ENDINGS = /^(e|ed|ing|er|ers|es)?$/

/** Whether two words with the same stem are forms of one verb ('shop', 'shopping'). The stem alone would also match 'animal' and 'animation'. */
export function areVerbForms(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  const roots = [short, short.replace(/e$/, ''), short + short.slice(-1)]
  return roots.some((root) => long.startsWith(root) && VERB_ENDINGS.test(long.slice(root.length)))
}

function factorOf(run: Run, { kind, word }: Form): number {
  if (kind === 'group' || word === null) return 0
  if (kind === 'stem') return isWord(run) && areVerbForms(run.text, word) ? FACTORS.verb : 0
  return FACTORS[kind]
}

/** Returns, for each typed word, the words of the catalogue that match it. A run matches each of its words. */
export function meantBy(typed: readonly string[], runs: readonly Run[], forms: readonly Form[]): Meant[][] {
  return typed.map((_, place) => {
    const best = new Map<number, Meant>()
    for (const form of forms) {
      const { id, assets } = form
      const run = runs[form.at]
      if (!run || id === null || assets === null || place < run.from || place >= run.to) continue
      const factor = factorOf(run, form)
      if (factor > (best.get(id)?.factor ?? 0)) best.set(id, { id, factor, assets })
    }
    return [...best.values()].sort((one, other) => other.factor - one.factor || other.assets - one.assets).slice(0, MEANT_MAX)
  })
}

/** Returns the typed words that occur in a group of synonyms. They are real words: neither a prefix nor a misspelling of another. */
export function namedInGroups(runs: readonly Run[], forms: readonly Form[]): Set<number> {
  return new Set(forms.filter(({ kind, at }) => kind === 'group' && isWord(runs[at])).map(({ at }) => at))
}

const asMeant =
  (factor: number) =>
  ({ id, assets }: KnownWord): Meant => ({ id, factor, assets })

export const asCompletion = asMeant(FACTORS.prefix)
export const asMisspelled = asMeant(FACTORS.misspelled)

export const assetsOf = (meant: readonly Meant[]): number => meant.reduce((sum, { assets }) => sum + assets, 0)
