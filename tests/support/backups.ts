import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openFiles } from '#platform/server/files/file-store.ts'
import type { Files } from '#platform/server/index.ts'
import { makeBackup } from '#processes/backup/make-backup.ts'
import { restoreBackup } from '#processes/backup/restore-backup.ts'
import { onDatabase } from '#processes/database/database.ts'
import { readCommandSettings } from '#processes/settings/read-settings.ts'
import type { World } from './world.ts'

/** Returns the address of a world's database. */
export async function urlOf({ db }: World): Promise<string> {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  return urlFor(rows[0]!.name)
}

function urlFor(name: string): string {
  const url = new URL(process.env['EASEL_TEST_PG']!)
  url.pathname = `/${name}`
  return url.href
}

type BackupOptions = { keep?: number; files?: Files; verify?: boolean; applicant_keys?: string[] }

/** A database without rows, an empty file store, and an empty folder for backups. */
export async function openPlace(database: 'migrated' | 'without tables') {
  const folder = mkdtempSync(join(tmpdir(), 'easel-backup-'))
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await onDatabase(process.env['EASEL_TEST_PG']!, (client) =>
    client.query(`create database ${name} ${database === 'migrated' ? 'template easel_template' : ''}`)
  )
  const [root, data_dir] = [join(folder, 'backups'), join(folder, 'data')]
  const files = openFiles(join(folder, 'files'))
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const settings = readCommandSettings({
    DATA_DIR: data_dir,
    DATABASE_URL: urlFor(name),
    APPLICANT_KEYS: Buffer.alloc(32, 9).toString('base64')
  })
  return {
    folder,
    root,
    data_dir,
    url: urlFor(name),
    files,
    said,
    backUp: async (world: World, { applicant_keys = settings.applicant_keys, ...options }: BackupOptions = {}) =>
      makeBackup({ url: await urlOf(world), files: world.files, root, settings: { ...settings, applicant_keys }, say, ...options }),
    restore: (options: { replace?: boolean; name?: string; root?: string } = {}) =>
      restoreBackup({ url: urlFor(name), files, data_dir, root, env: {}, say, ...options }),
    async end() {
      await onDatabase(process.env['EASEL_TEST_PG']!, (client) => client.query(`drop database ${name} with (force)`))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export type Place = Awaited<ReturnType<typeof openPlace>>

const EVERY_TABLE = `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`

/** Returns the number of rows and a hash of every table, generated columns included, and what else makes a database the same. */
export async function stateOf(url: string) {
  return onDatabase(url, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const tables: Record<string, string> = {}
    for (const { name } of (await client.query<{ name: string }>(EVERY_TABLE)).rows) {
      const hash = `select count(*) || ' ' || coalesce(md5(string_agg(md5(one::text), '' order by md5(one::text))), '') as hash from ${name} one`
      tables[name] = (await client.query<{ hash: string }>(hash)).rows[0]!.hash
    }
    return { tables, ...(await schemaOf(client)) }
  })
}

async function schemaOf(client: pg.ClientBase) {
  const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows.map(String)
  return {
    constraints: await rows(
      `select conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated from pg_constraint where connamespace::regnamespace::text not like 'pg\\_%' order by 1, 2`
    ),
    triggers: await rows(`select tgrelid::regclass, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`),
    columns: await rows(
      `select table_schema, table_name, column_name, data_type, is_generated, is_identity from information_schema.columns
       where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`
    )
  }
}

/** Returns the hash of every file. */
export async function hashesOf(files: Files): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { key } of files.list())
    hashes[key] = createHash('sha256')
      .update(await files.bytes(key))
      .digest('hex')
  return hashes
}
