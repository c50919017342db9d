import type { Form, KnownWord } from './words.queries.ts'

/** A word of the catalogue that counts for one typed, and how much beside the very word (1). */
export type Meant = { id: number; factor: number; assets: number }

const FACTORS = { written: 1, number: 0.95, verb: 0.8, meaning: 0.7, beginning: 0.6, misspelt: 0.5 } as const

/** So many words count for one typed, the best first: each costs a look into the index. */
const MEANT_MOST = 16

/** A run of the words typed, as one: 'check mark' is also 'checkmark'. */
export type Run = { text: string; from: number; to: number }

const RUN_MOST = 3

/** Every word typed, then every two and three neighbours as one. */
export function runsOf(typed: readonly string[]): Run[] {
  const lengths = Array.from({ length: Math.min(RUN_MOST, typed.length) }, (_, index) => index + 1)
  return lengths.flatMap((length) =>
    Array.from({ length: typed.length - length + 1 }, (_, from) => ({
      text: typed.slice(from, from + length).join(''),
      from,
      to: from + length
    }))
  )
}

const isWord = ({ from, to }: Run): boolean => to - from === 1

const VERB_ENDINGS = /^(e|ed|ing|er|ers|es)?$/

/** Whether two words of one stem are forms of one verb ('shop', 'shopping'): stems alone also make 'animal' and 'animation' one. */
export function areVerbForms(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  const roots = [short, short.replace(/e$/, ''), short + short.slice(-1)]
  return roots.some((root) => long.startsWith(root) && VERB_ENDINGS.test(long.slice(root.length)))
}

function factorOf({ text, ...run }: Run, { kind, word }: Form): number {
  if (kind === 'group' || word === null) return 0
  if (kind === 'stem') return isWord({ text, ...run }) && areVerbForms(text, word) ? FACTORS.verb : 0
  return FACTORS[kind]
}

/** For each word typed, the words of the catalogue that count for it: a run counts for each of its words. */
export function meantBy(typed: readonly string[], runs: readonly Run[], forms: readonly Form[]): Meant[][] {
  return typed.map((_, place) => {
    const best = new Map<number, Meant>()
    for (const form of forms) {
      const run = runs[form.at]!
      const factor = place >= run.from && place < run.to ? factorOf(run, form) : 0
      if (factor > (best.get(form.id!)?.factor ?? 0)) best.set(form.id!, { id: form.id!, factor, assets: form.assets! })
    }
    return [...best.values()].sort((one, other) => other.factor - one.factor || other.assets - one.assets).slice(0, MEANT_MOST)
  })
}

/** Words that people use, whatever the catalogue holds: such a word is neither a beginning nor a typing error of another. */
export function namedInGroups(runs: readonly Run[], forms: readonly Form[]): Set<number> {
  return new Set(forms.filter(({ kind, at }) => kind === 'group' && isWord(runs[at]!)).map(({ at }) => at))
}

const asMeant =
  (factor: number) =>
  ({ id, assets }: KnownWord): Meant => ({ id, factor, assets })

export const asBeginning = asMeant(FACTORS.beginning)
export const asMisspelt = asMeant(FACTORS.misspelt)

export const assetsOf = (meant: readonly Meant[]): number => meant.reduce((sum, { assets }) => sum + assets, 0)
