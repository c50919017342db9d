import { Refusal } from './refusal.ts'

type Limits = { most: number; message: string; retry_after: number }

/** Refuses with 429 what one key would have in progress more than `most` times at the same time. Counts in this process only. */
export function createOpenLimit({ most, message, retry_after }: Limits) {
  const open = new Map<string, number>()
  const change = (key: string, by: number): void => {
    const left = (open.get(key) ?? 0) + by
    if (left > 0) open.set(key, left)
    else open.delete(key)
  }
  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if ((open.get(key) ?? 0) >= most) throw new Refusal('too_many', 429, message, { retry_after })
    change(key, 1)
    try {
      return await work()
    } finally {
      change(key, -1)
    }
  }
}
