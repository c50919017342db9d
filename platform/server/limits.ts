import { sql } from 'kysely'
import type { Ctx, Db } from './context.ts'
import { Refusal } from './refusal.ts'

/** At most `most` uses of a key in each window of `seconds`. */
export type Limit = { key: string; most: number; seconds: number }

type Amount = Omit<Limit, 'most'> & { amount?: number }

/** Counts one use of a key. Refuses with 429 and Retry-After when the limit is exceeded. The count is outside the work's transaction, so it survives a rollback. */
export async function spend(
  ctx: Ctx,
  { key, most, seconds }: Limit,
  message = 'Too many attempts. Please wait a moment and try again.'
): Promise<void> {
  if ((await countUse(ctx, { key, seconds })) > most) throw new Refusal('too_many', 429, message, { retry_after: windowEnd(ctx, seconds) })
}

/** Counts many uses at once. A refusal counts none of them. */
export async function spendMany(ctx: Ctx, { key, most, seconds, amount }: Limit & { amount: number }, message?: string): Promise<void> {
  const used = await countSince(ctx.pool, `${key}/${seconds}`, windowStart(ctx, seconds), amount)
  if (used <= most) return
  await giveBack(ctx, { key, seconds, amount })
  throw new Refusal('too_many', 429, message ?? 'This is too much at once. Please wait and try again.', {
    retry_after: windowEnd(ctx, seconds)
  })
}

/** Counts one use of a key and returns the uses in this window, this one included. `db` is the pool, or the transaction that the use belongs to. */
export const countUse = (ctx: Ctx, { key, seconds }: Omit<Limit, 'most'>, db: Db = ctx.pool): Promise<number> =>
  countSince(db, `${key}/${seconds}`, windowStart(ctx, seconds))

/** Counts one use of a key in a window that starts at a moment of its own, in seconds. Counts are deleted two days after that moment. */
export async function countSince(db: Db, key: string, start: number, amount = 1): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    insert into platform.use_count (key, window_start, used) values (${key}, to_timestamp(${start}), ${amount}::integer)
    on conflict (key, window_start) do update set used = platform.use_count.used + excluded.used
    returning used`.execute(db)
  return rows[0]?.used ?? 0
}

/** Seconds until the window ends, at least 1. */
export const windowEnd = (ctx: Ctx, seconds: number): number =>
  Math.max(1, Math.ceil(windowStart(ctx, seconds) + seconds - ctx.now.getTime() / 1000))

/** Takes back one use in this window, or `amount` of them, for limits that count only some outcomes. */
export async function giveBack(ctx: Ctx, { key, seconds, amount = 1 }: Amount): Promise<void> {
  await sql`update platform.use_count set used = greatest(0, used - ${amount}::integer)
    where key = ${`${key}/${seconds}`} and window_start = to_timestamp(${windowStart(ctx, seconds)}) and used > 0`.execute(ctx.pool)
}

const windowStart = ({ now }: Ctx, seconds: number): number => Math.floor(now.getTime() / 1000 / seconds) * seconds
