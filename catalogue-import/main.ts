/** npm run catalogue:import -- [--limit N] [--previews N] [--owner EMAIL] */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { prepareFiles } from '#catalogue/server/previews/previews.service.ts'
import { connect, type Db } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import type { Files } from '#platform/server/files/files.ts'
import { databaseUrl } from '#processes/commands/database-url.ts'
import { requireDatabase } from '#processes/database/database.ts'
import { readCommandSettings } from '#processes/settings/read-settings.ts'
import { StartError } from '#processes/startup/start-error.ts'
import { inParallel } from './batches.ts'
import { readIconSets } from './iconify/demo-sets.ts'
import type { SetInfo } from './iconify/icon-set.ts'
import { iconifyArtwork } from './iconify/iconify.ts'
import { iconifyFolder } from './iconify/iconify-package.ts'
import { knownWords } from './iconify/split-names.ts'
import { importArtwork } from './import-artwork.ts'
import { count, progressOn } from './progress.ts'

/** The default owner of imported artwork: the demo's library account. */
const DEFAULT_OWNER = 'library@easel.test'

type Options = { limit: number | undefined; previews: number; owner: string }

function readOptions(args: string[]): Options {
  const { limit, previews, owner } = parseArgs({
    args,
    options: { limit: { type: 'string' }, previews: { type: 'string' }, owner: { type: 'string', default: DEFAULT_OWNER } }
  }).values
  return {
    limit: limit === undefined ? undefined : wholeNumber('--limit', limit),
    previews: wholeNumber('--previews', previews ?? '0'),
    owner
  }
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`${option} is "${text}". Use a whole number, for example ${option} 10000.`)
  return Number(text)
}

async function findOwner(db: Db, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from accounts."user" where email = lower(${email}) and role = 'employee'`.execute(db)
  const [owner] = rows
  if (!owner) throw new StartError(`No artist has the email address ${email}. Choose one with --owner EMAIL.`)
  return owner.id
}

async function countIcons(folder: string): Promise<number> {
  const infos: Record<string, SetInfo> = JSON.parse(await readFile(join(folder, 'collections.json'), 'utf8'))
  return Object.values(infos).reduce((sum, { total }) => sum + total, 0)
}

type Ready = { db: Db; files: Files; owner_id: string; signal: AbortSignal }

async function loadAll({ db, files, owner_id, signal }: Ready, limit: number | undefined): Promise<string[]> {
  const folder = await iconifyFolder((line) => console.error(line))
  const total = Math.min(limit ?? Number.POSITIVE_INFINITY, await countIcons(folder))
  const known = knownWords(await readIconSets())
  const works = iconifyArtwork({ folder, known, ...(limit !== undefined && { limit }) })
  const progress = progressOn(process.stderr, total)
  const { seen, file_ids } = await importArtwork({ db, files, owner_id, works, total, progress, signal })
  const stopped = signal.aborted ? ' Stopped. Run the command again to continue.' : ''
  console.log(`${count(file_ids.length)} assets added, ${count(seen - file_ids.length)} already existed.${stopped}`)
  return file_ids
}

/** Draws some previews now. The others are drawn when someone first views them. */
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

async function run(args: string[]): Promise<void> {
  const { limit, previews, owner } = readOptions(args)
  const settings = readCommandSettings(process.env)
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

const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError || isUsageError(error) ? error.message : error)
  process.exitCode = 1
}
