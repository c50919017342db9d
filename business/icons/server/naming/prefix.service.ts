import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn, spend } from '#platform/server/index.ts'
import { type chooseIconPrefix, type readIconPrefix, refusals } from '../../contract.ts'
import { isReserved, prefixOf } from '../../rules.ts'
import * as queries from './names.queries.ts'

const CHOICES = { most: 60, seconds: 60 * 60 }

/** Returns the artist's prefix, or what it would be if nothing is chosen before the first icon is named. */
export async function read(ctx: Ctx): Promise<Answer<typeof readIconPrefix>> {
  const { id, name } = signedIn(ctx)
  const set = await queries.findSetOf(ctx.db, id)
  return { prefix: set?.prefix ?? null, is_chosen: set !== undefined && set.chosen_at !== null, suggestion: prefixOf(name) }
}

/** Chooses the artist's prefix for good. Unique indexes decide between two artists, and between a choice and a first icon that is named now. */
export async function choose(ctx: Ctx, prefix: string): Promise<Answer<typeof chooseIconPrefix>> {
  const artist = signedIn(ctx)
  await spend(ctx, { key: `icons.prefix.${artist.id}`, ...CHOICES })
  if (isReserved(prefix)) throw fault('prefix_reserved')
  const set = { prefix, artist_id: artist.id, chosen_at: ctx.now, info: null, created_at: ctx.now }
  if (!(await queries.insertSet(ctx.db, set))) {
    const own = await queries.findSetOf(ctx.db, artist.id)
    if (!own) throw fault('prefix_taken')
    if (own.prefix !== prefix || !own.chosen_at) throw fault('prefix_settled')
  }
  return read(ctx)
}

const fault = (code: keyof typeof refusals) => refuse(refusals, code, { fields: { prefix: refusals[code].message } })
