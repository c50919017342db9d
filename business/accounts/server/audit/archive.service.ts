import { gzipSync } from 'node:zlib'
import { sha256 } from '#platform/database/seal.ts'
import { type Ctx, type Db, type Files, inTransaction } from '#platform/server/index.ts'
import * as queries from './seals.queries.ts'
import { sealEntries } from './seals.service.ts'

/** How many entries a file holds at most. */
const FILE_MAX = 10_000

/**
 * Moves sealed entries from before a moment to files, oldest first, each with its hash, and keeps their seals. The chain stays whole: the file
 * has everything that the hashes were made of. A crash after a file was stored leaves one that the next run writes again.
 */
export async function archiveEntries(ctx: Ctx, before: Date): Promise<void> {
  await sealEntries(ctx.db)
  while (await archiveSome(ctx, before));
}

async function archiveSome(ctx: Ctx, before: Date): Promise<boolean> {
  const rows = await queries.findSealsBefore(ctx.db, before, FILE_MAX)
  const old = rows.filter(({ position }, index) => position === (rows[0]?.position ?? 0) + index)
  const [first, last] = [old[0], old.at(-1)]
  if (!first || !last) return false
  const lines = old.map(({ file_key: _file, entry_hash, hash, ...entry }) =>
    JSON.stringify({ ...entry, entry_hash: entry_hash.toString('hex'), hash: hash.toString('hex') })
  )
  const bytes = gzipSync(`${lines.join('\n')}\n`)
  const range = { first_position: first.position, last_position: last.position }
  const file_key = `audit/${range.first_position}-${range.last_position}.jsonl.gz`
  await ctx.ports.files.put(file_key, bytes, 'application/gzip')
  return inTransaction(ctx, async ({ db, now }) => {
    const archive = { ...range, file_key, file_hash: sha256(bytes), archived_at: now }
    // Another process has archived them in the meantime.
    if (!(await queries.insertArchive(db, archive))) return false
    await queries.deleteArchived(db, archive)
    return true
  })
}

/** Returns what is wrong with the files of archived entries: a missing one, and one whose hash differs. `open` is only called if there are any. */
export async function verifyArchives(db: Db, open: () => Files): Promise<string[]> {
  const archives = await queries.findArchives(db)
  const files = archives.length > 0 ? open() : undefined
  const problems: string[] = []
  for (const archive of archives) {
    const problem = files && (await problemOf(files, archive))
    if (problem) problems.push(`the file ${archive.file_key} with entries ${archive.first_position} to ${archive.last_position} ${problem}`)
  }
  return problems
}

async function problemOf(files: Files, { file_key, file_hash }: queries.NewArchive): Promise<string | undefined> {
  if ((await files.size(file_key)) === undefined) return 'is missing'
  return sha256(await files.bytes(file_key)).equals(file_hash) ? undefined : 'was changed after it was stored'
}
