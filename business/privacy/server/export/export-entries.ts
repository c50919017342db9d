import type { Ctx, PersonalTable, PersonOfData } from '#platform/server/index.ts'
import { countRows, findColumns, findRows } from './personal-rows.queries.ts'
import { readmeOf } from './readme.ts'
import { csvFileOf, jsonOf } from './table-files.ts'

/** A file of the export. `input` is read once, when the file is written. */
export type ExportEntry = { name: string; lastModified: Date; input: AsyncIterable<Uint8Array> }

/** Lists the tables of a person's export, each as JSON and CSV, and a README. `ctx.db` reads one snapshot. */
export async function* tableEntries(ctx: Ctx, person: PersonOfData): AsyncIterable<ExportEntry> {
  const parts = ctx.ports.people.export
  const tables: { table: PersonalTable; rows: number }[] = []
  for (const table of parts.flatMap(({ tables }) => tables)) {
    const rows = await countRows(ctx.db, table, person)
    if (rows > 0) tables.push({ table, rows })
  }
  const counts = tables.map(({ table: { name }, rows }) => ({ name, rows }))
  yield { name: 'README.txt', lastModified: ctx.now, input: textOf(readmeOf(ctx, person, counts)) }
  for (const { table } of tables) {
    const columns = await findColumns(ctx.db, table)
    yield { name: `data/${table.name}.json`, lastModified: ctx.now, input: jsonOf(findRows(ctx.db, table, person), columns) }
    yield { name: `data/${table.name}.csv`, lastModified: ctx.now, input: csvFileOf(findRows(ctx.db, table, person), columns) }
  }
}

/** Lists the files that a person uploaded. */
export async function* fileEntries(ctx: Ctx, person: PersonOfData): AsyncIterable<ExportEntry> {
  const used = new Set<string>()
  for (const { files } of ctx.ports.people.export) {
    if (!files) continue
    for await (const { name, modified_at, open } of files(ctx, person))
      yield { name: unusedName(`files/${safePath(name)}`, used), lastModified: modified_at, input: opened(open) }
  }
}

async function* opened(open: () => Promise<AsyncIterable<Uint8Array>>): AsyncIterable<Uint8Array> {
  yield* await open()
}

async function* textOf(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** Windows refuses these names, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const NAME_MAX = 100

/** Makes every part of a path one that Windows, macOS, and Linux can store, and that stays inside its folder. */
export const safePath = (path: string): string => path.split('/').map(safeName).join('/')

function safeName(name: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"\\|?*]/gu, '_')
    .replace(/^\.+|[. ]+$/g, '_')
  const short = [...safe].length > NAME_MAX ? shorten(safe) : safe
  if (short === '') return '_'
  return RESERVED.test(short) ? `_${short}` : short
}

/** Keeps the extension. */
function shorten(name: string): string {
  const extension = /\.[\w-]{1,10}$/.exec(name)?.[0] ?? ''
  return [...name].slice(0, NAME_MAX - extension.length).join('') + extension
}

/** Names differ on file systems that ignore case, too. */
function unusedName(name: string, used: Set<string>): string {
  for (let copy = 1; ; copy += 1) {
    const tried = copy === 1 ? name : name.replace(/(\.[\w-]{1,10})?$/, ` (${copy})$1`)
    if (used.has(tried.toLowerCase())) continue
    used.add(tried.toLowerCase())
    return tried
  }
}
