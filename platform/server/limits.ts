import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import { Refusal } from './refusal.ts'

/** At most `most` uses of a key in each window of `seconds`. */
export type Limit = { key: string; most: number; seconds: number }

/** Counts one use of a key. Refuses with 429 and Retry-After when the limit is exceeded. The count is outside the work's transaction, so it survives a rollback. */
export async function spend(
  ctx: Ctx,
  { key, most, seconds }: Limit,
  message = 'Too many attempts. Please wait a moment and try again.'
): Promise<void> {
  const now = ctx.now.getTime()
  const start = windowStart(ctx, seconds)
  const { rows } = await sql<{ used: number }>`
    insert into platform.use_count (key, window_start, used) values (${`${key}/${seconds}`}, to_timestamp(${start}), 1)
    on conflict (key, window_start) do update set used = platform.use_count.used + 1
    returning used`.execute(ctx.pool)
  if ((rows[0]?.used ?? 0) > most)
    throw new Refusal('too_many', 429, message, { retry_after: Math.max(1, Math.ceil(start + seconds - now / 1000)) })
}

/** Takes back one use in this window, for limits that count only failures. */
export async function giveBack(ctx: Ctx, { key, seconds }: Omit<Limit, 'most'>): Promise<void> {
  await sql`update platform.use_count set used = used - 1
    where key = ${`${key}/${seconds}`} and window_start = to_timestamp(${windowStart(ctx, seconds)}) and used > 0`.execute(ctx.pool)
}

const windowStart = ({ now }: Ctx, seconds: number): number => Math.floor(now.getTime() / 1000 / seconds) * seconds
