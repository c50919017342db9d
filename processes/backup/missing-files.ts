import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { KEYS } from './dump-tables.ts'
import { joined, linesOf, readList } from './file-list.ts'
import { LIST } from './manifest.ts'
import { type Say, showCount } from './progress.ts'
import { STILL_NAMED } from './stored-keys.ts'

/** More are not looked up. */
const MAX_MISSING = 1000
const SHOWN = 5

/** Says which files rows name that the store does not have. A file whose row was deleted during the backup is not reported. */
export async function reportMissing(client: pg.ClientBase, folder: string, say: Say): Promise<void> {
  const path = join(folder, KEYS)
  const missing: string[] = []
  for await (const { left, right } of joined(keysIn(path), readList(join(folder, LIST)))) {
    if (left && !right) missing.push(left.key)
    if (missing.length === MAX_MISSING) break
  }
  await rm(path)
  if (missing.length === 0) return
  const { rows } = await client.query<{ key: string }>(STILL_NAMED, [missing])
  if (rows.length === 0) return
  const examples = rows.slice(0, SHOWN).map(({ key }) => key)
  say(`Warning: the file store lacks ${showCount(rows.length, 'file')} that the database names, such as ${examples.join(', ')}.`)
}

async function* keysIn(path: string): AsyncIterable<{ key: string }> {
  for await (const key of linesOf(createReadStream(path))) yield { key }
}
