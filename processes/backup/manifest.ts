import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../settings/stored-secrets.ts'
import { codeOf, StartError } from '../startup/start-error.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifest = z.object({
  name: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Of PostgreSQL, for people. */
  server_version: z.string(),
  migrations: z.array(z.string()),
  jobs_version: z.number(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** Of the rows as COPY writes them. */
      sha256,
      /** Of the compressed file. */
      stored: z.object({ file: z.string(), bytes: z.number(), sha256 })
    })
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), next: z.string() })),
  files: z.object({ count: z.number(), bytes: z.number(), list_sha256: sha256 }),
  secrets_sha256: sha256
})

export type Manifest = z.output<typeof manifest>
export type StoredTable = Manifest['tables'][number]

const FILE = 'manifest.json'
export const LIST = 'files.ndjson.gz'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes the manifest and, in the format of sha256sum, its hash. */
export function writeManifest(folder: string, content: Manifest): void {
  const text = `${JSON.stringify(content, null, 2)}\n`
  writeWhole(join(folder, FILE), text)
  writeWhole(join(folder, `${FILE}.sha256`), `${hashOf(text)}  ${FILE}\n`)
}

export function readManifest(folder: string): Manifest {
  const text = read(join(folder, FILE))
  if (!read(join(folder, `${FILE}.sha256`)).startsWith(hashOf(text)))
    throw new StartError(`The backup is damaged: ${join(folder, FILE)} does not match its hash.`)
  return manifest.parse(JSON.parse(text))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new StartError(`The backup is damaged: ${path} is missing.`)
    throw error
  }
}
