/** npm run catalogue:import -- [--limit N] [--previews N] [--owner E-MAIL] */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { prepareFiles } from '#catalogue/server/previews.service.ts'
import { connect, type Db } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/file-store.ts'
import type { Files } from '#platform/server/files.ts'
import { requireDatabase } from '#processes/database.ts'
import { databaseUrl } from '#processes/database-url.ts'
import { readSettings } from '#processes/settings.ts'
import { StartError } from '#processes/start-error.ts'
import { inParallel } from './batches.ts'
import type { SetInfo } from './icon-set.ts'
import { iconifyArtwork } from './iconify.ts'
import { iconifyFolder } from './iconify-package.ts'
import { importArtwork } from './import-artwork.ts'
import { count, progressOn } from './progress.ts'
import { wordsKnown } from './run-together.ts'
import { readShelves } from './shelf.ts'

/** Who offers what is imported, unless told otherwise: the demo's library. */
const USUAL_OWNER = 'library@easel.test'

type Wishes = { limit: number | undefined; previews: number; owner: string }

function readWishes(words: string[]): Wishes {
  const { limit, previews, owner } = parseArgs({
    args: words,
    options: { limit: { type: 'string' }, previews: { type: 'string' }, owner: { type: 'string', default: USUAL_OWNER } }
  }).values
  return {
    limit: limit === undefined ? undefined : wholeNumber('--limit', limit),
    previews: wholeNumber('--previews', previews ?? '0'),
    owner
  }
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`${option} is "${text}": give a whole number, for example ${option} 10000.`)
  return Number(text)
}

async function findOwner(db: Db, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from accounts."user" where email = lower(${email}) and role = 'employee'`.execute(db)
  const [owner] = rows
  if (!owner) throw new StartError(`No artist has the address ${email}: name one with --owner E-MAIL.`)
  return owner.id
}

async function countIcons(folder: string): Promise<number> {
  const infos = JSON.parse(await readFile(join(folder, 'collections.json'), 'utf8')) as Record<string, SetInfo>
  return Object.values(infos).reduce((sum, { total }) => sum + total, 0)
}

type Ready = { db: Db; files: Files; owner_id: string; signal: AbortSignal }

async function loadAll({ db, files, owner_id, signal }: Ready, limit: number | undefined): Promise<string[]> {
  const folder = await iconifyFolder((line) => console.error(line))
  const total = Math.min(limit ?? Number.POSITIVE_INFINITY, await countIcons(folder))
  const known = wordsKnown(await readShelves())
  const works = iconifyArtwork({ folder, known, ...(limit !== undefined && { limit }) })
  const progress = progressOn(process.stderr, total)
  const { seen, file_ids } = await importArtwork({ db, files, owner_id, works, total, progress, signal })
  const stopped = signal.aborted ? ' Stopped: run it again to go on.' : ''
  console.log(`${count(file_ids.length)} assets added, ${count(seen - file_ids.length)} were there before.${stopped}`)
  return file_ids
}

/** The others are drawn when someone first looks at them. */
async function drawPreviews({ db, files, signal }: Ready, file_ids: string[]): Promise<void> {
  const progress = progressOn(process.stderr, file_ids.length)
  let drawn = 0
  await inParallel(file_ids.values(), availableParallelism(), async (id) => {
    if (signal.aborted) return
    await prepareFiles(db, files, [id])
    progress.at(++drawn)
  })
  progress.end()
}

async function run(words: string[]): Promise<void> {
  const { limit, previews, owner } = readWishes(words)
  const settings = readSettings(process.env)
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  const db = connect(url, 4)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    const ready = { db, files: openFiles(settings.files_url), owner_id: await findOwner(db, owner), signal: stop.signal }
    const file_ids = await loadAll(ready, limit)
    if (previews > 0 && file_ids.length > 0) await drawPreviews(ready, file_ids.slice(-previews))
  } finally {
    await db.destroy()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error
  )
  process.exitCode = 1
}
