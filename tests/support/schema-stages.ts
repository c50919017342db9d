import { randomUUID } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { type Connection, connect } from '#platform/database/connect.ts'

/** All migration files, in the order in which they run. */
export const migrationFiles = (): string[] =>
  globSync(['platform/database/migrations/*.sql', 'business/*/server/migrations/*.sql']).sort((one, other) =>
    basename(one) < basename(other) ? -1 : 1
  )

/** A folder with the migrations up to a number, like the checkout of an earlier version, to which a test can add its own. */
export function checkoutUpTo(last: string) {
  const root = mkdtempSync(join(tmpdir(), 'easel-migrations-'))
  const link = (file: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    symlinkSync(resolve(file), join(root, file))
  }
  for (const file of migrationFiles()) if (basename(file).slice(0, 4) <= last) link(file)
  return {
    root,
    link,
    add: (name: string, text: string) => writeFileSync(join(root, 'platform/database/migrations', name), text),
    remove: () => rmSync(root, { recursive: true, force: true })
  }
}

export type EmptyDatabase = { url: string; open(max?: number): Connection; drop(): Promise<void> }

/** Creates a database without any table. `drop` closes the connections that `open` opened. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const admin = process.env['EASEL_TEST_PG'] ?? ''
  const owner = connect(admin, 1)
  const name = `migrations_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.id(name)}`.execute(owner)
  const url = new URL(admin)
  url.pathname = `/${name}`
  const opened: Connection[] = []
  return {
    url: url.href,
    open: (max = 2) => {
      const db = connect(url.href, max)
      opened.push(db)
      return db
    },
    drop: async () => {
      for (const db of opened) await db.destroy()
      await sql`drop database ${sql.id(name)} with (force)`.execute(owner)
      await owner.destroy()
    }
  }
}
