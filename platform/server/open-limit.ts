import { Refusal } from './refusal.ts'

type Limits = { message: string; retry_after: number }
type Share = { most: number /** What this one takes of it. */; amount?: number }

/** Refuses with 429 when one key would have more than `most` in progress at the same time. Counts in this process only. */
export function createOpenLimit({ message, retry_after }: Limits) {
  const open = new Map<string, number>()
  const change = (key: string, by: number): void => {
    const left = (open.get(key) ?? 0) + by
    if (left > 0) open.set(key, left)
    else open.delete(key)
  }
  return async function run<Result>(key: string, { most, amount = 1 }: Share, work: () => Promise<Result>): Promise<Result> {
    if ((open.get(key) ?? 0) + amount > most) throw new Refusal('too_many', 429, message, { retry_after })
    change(key, amount)
    try {
      return await work()
    } finally {
      change(key, -amount)
    }
  }
}
