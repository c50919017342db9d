import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { Refusal } from '../refusal.ts'

/** How much one person or one network address may upload in a day (UTC). */
export type UploadQuota = {
  bytes: number
  files: number
  /** What all senders of this kind together may upload: many accounts or addresses of one person must not fill the disk either. */
  all_bytes?: number
}
export type UploadQuotas = { client: UploadQuota; artist: UploadQuota; applicant: UploadQuota }

declare module '../context.ts' {
  interface Ports {
    quotas: UploadQuotas
  }
}

/** `key` names whose uploads are counted together. */
export type CountedUpload = { key: string; quota: UploadQuota }

type Uploaded = { bytes: number; files: number }

/** What an upload has taken of a quota. */
export type ReservedUpload = {
  /** Takes back what the upload did not use. */
  settle(used: Uploaded): Promise<void>
}

const DAY_SECONDS = 86_400
/** Bytes are counted in KiB, because the counter is a 32-bit number. */
const UNIT = 1024
const GIB = 1024 ** 3
const MIB = 1024 ** 2

/** Takes the announced size from the day's quota before any byte is read, in one statement, so that parallel uploads cannot exceed it together. */
export async function reserveUpload(ctx: Ctx, { key, quota }: CountedUpload, announced: Uploaded): Promise<ReservedUpload> {
  const start = startOfDay(ctx)
  const retry_after = secondsLeftToday(ctx)
  const counters = [
    { key: `upload-files/${key}`, amount: announced.files, most: quota.files, shown: `${quota.files} files` },
    { key: `upload-kb/${key}`, amount: unitsOf(announced.bytes), most: unitsOf(quota.bytes), shown: showSize(quota.bytes) }
  ] as const
  const [files, units] = counters
  const all = { key: `upload-all-kb/${key.split('/')[0]}`, amount: units.amount }
  if (!(await take(ctx, start, files))) throw exceeded(files.shown, retry_after)
  if (!(await take(ctx, start, units))) {
    await giveBack(ctx, start, files)
    throw exceeded(units.shown, retry_after)
  }
  if (quota.all_bytes !== undefined && !(await take(ctx, start, { ...all, most: unitsOf(quota.all_bytes) }))) {
    await giveBack(ctx, start, files)
    await giveBack(ctx, start, units)
    throw exceededByAll(retry_after)
  }
  return {
    settle: async (used) => {
      const unused = units.amount - unitsOf(used.bytes)
      await giveBack(ctx, start, { key: files.key, amount: files.amount - used.files })
      await giveBack(ctx, start, { key: units.key, amount: unused })
      if (quota.all_bytes !== undefined) await giveBack(ctx, start, { key: all.key, amount: unused })
    }
  }
}

/** Bytes of a day (UTC) that one key may take. */
export type DailyBytes = { key: string; bytes: number; most: number }

/** Takes bytes from the day, in one statement. Returns false, and takes nothing, if there are not as many left. */
export const takeDailyBytes = (ctx: Ctx, { key, bytes, most }: DailyBytes): Promise<boolean> =>
  take(ctx, startOfDay(ctx), { key, amount: unitsOf(bytes), most: Math.floor(most / UNIT) })

export const giveBackDailyBytes = (ctx: Ctx, { key, bytes }: Omit<DailyBytes, 'most'>): Promise<void> =>
  giveBack(ctx, startOfDay(ctx), { key, amount: unitsOf(bytes) })

const startOfDay = ({ now }: Ctx): number => Math.floor(now.getTime() / 1000 / DAY_SECONDS) * DAY_SECONDS

/** Seconds until the day ends, at least 1. */
export const secondsLeftToday = (ctx: Ctx): number => Math.max(1, Math.ceil(startOfDay(ctx) + DAY_SECONDS - ctx.now.getTime() / 1000))

const unitsOf = (bytes: number): number => Math.ceil(bytes / UNIT)
export const showSize = (bytes: number): string =>
  bytes >= GIB ? `${Math.round((bytes / GIB) * 10) / 10} GB` : `${Math.round((bytes / MIB) * 10) / 10} MB`

export function showWait(seconds: number): string {
  const hours = Math.ceil(seconds / 3600)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

function exceeded(shown: string, retry_after: number): Refusal {
  const message = `You have uploaded as much as one day allows (${shown}). Please try again in ${showWait(retry_after)}.`
  return new Refusal('upload_quota_exceeded', 429, message, { retry_after })
}

function exceededByAll(retry_after: number): Refusal {
  const message = `We have received as many files as one day allows. Please try again in ${showWait(retry_after)}.`
  return new Refusal('upload_quota_exceeded', 429, message, { retry_after })
}

type Counted = { key: string; amount: number }

/** Counts outside the work's transaction, so that others see it at once. Returns false if the quota would be exceeded. */
async function take({ pool }: Ctx, start: number, { key, amount, most }: Counted & { most: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into platform.use_count as counted (key, window_start, used)
    select ${key}::text, to_timestamp(${start}), ${amount}::integer where ${amount}::integer <= ${most}::integer
    on conflict (key, window_start) do update set used = counted.used + excluded.used
    where counted.used + excluded.used <= ${most}::integer
    returning used`.execute(pool)
  return rows.length > 0
}

async function giveBack({ pool }: Ctx, start: number, { key, amount }: Counted): Promise<void> {
  await sql`update platform.use_count set used = greatest(0, used - ${amount}::integer)
    where key = ${key} and window_start = to_timestamp(${start})`.execute(pool)
}
