import { setIconNames } from '#catalogue/server/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { isReserved, nameOf, numbered, prefixOf, splitName } from '../../rules.ts'
import { readDrawingOf } from './drawings.service.ts'
import * as queries from './names.queries.ts'

/**
 * Gives an approved icon its permanent name; does nothing for other assets and for icons that have one. It must be the last step of its
 * transaction: names in one set are given one after the other, and who waits here must hold nothing that the one before still needs.
 */
export async function nameIcon(open: Ctx<Tx>, asset_id: string): Promise<void> {
  const { db, now, pool } = open
  const asset = await queries.findNameable(db, asset_id)
  if (!asset) return
  const { prefix, name } = (await importedName(db, asset, now)) ?? (await ownName(db, asset, now))
  const named = await queries.insertIcons(db, [{ prefix, name, asset_id, changed_at: now }])
  await setIconNames(
    db,
    named.map((icon) => ({ asset_id: icon.asset_id, iconify_name: `${icon.prefix}:${icon.name}` }))
  )
  open.afterCommit(() => readDrawingOf({ ...open, db: pool }, asset_id))
}

const FROM_ICONIFY = /^@iconify(?:-json)?\//

/** Open-licensed icons keep the name that Iconify gave them. */
async function importedName(db: Tx, { source, source_key }: queries.Nameable, now: Date) {
  if (!source || !source_key || !FROM_ICONIFY.test(source)) return undefined
  const kept = splitName(source_key)
  if (!kept) return undefined
  await queries.insertSet(db, { prefix: kept.prefix, artist_id: null, chosen_at: null, info: infoOf(kept.prefix), created_at: now })
  const set = await queries.findSet(db, kept.prefix)
  if (set?.artist_id !== null) return undefined
  await queries.lockSet(db, kept.prefix)
  return (await queries.findTaken(db, kept.prefix, kept.name)).has(kept.name) ? undefined : kept
}

/** Of a set whose package is not at hand. Importing the package again does not change it. */
const infoOf = (prefix: string): string =>
  JSON.stringify({ name: prefix, author: { name: 'Iconify' }, license: { title: 'See the asset’s page' } })

async function ownName(db: Tx, { owner_id, owner_name, title }: queries.Nameable, now: Date) {
  const prefix = await ensureSet(db, owner_id, owner_name, now)
  await queries.lockSet(db, prefix)
  const base = nameOf(title)
  const taken = await queries.findTaken(db, prefix, base)
  return { prefix, name: firstFree(base, (name) => taken.has(name)) }
}

function firstFree(base: string, isTaken: (word: string) => boolean): string {
  for (const word of numbered(base)) if (!isTaken(word)) return word
  throw new Error('There is always a next number.')
}

/** Returns the artist's prefix. An artist who chose none gets one from their name. */
async function ensureSet(db: Tx, artist_id: string, artist_name: string, now: Date): Promise<string> {
  for (const prefix of numbered(prefixOf(artist_name))) {
    const known = await queries.findSetOf(db, artist_id)
    if (known) return known.prefix
    if (isReserved(prefix)) continue
    await queries.insertSet(db, { prefix, artist_id, chosen_at: null, info: null, created_at: now })
  }
  throw new Error('There is always a next number.')
}
