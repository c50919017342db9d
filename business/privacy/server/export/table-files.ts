import type { CsvRow } from '#platform/server/index.ts'
import { csvOf } from '#platform/server/index.ts'
import type { PersonalRow } from './personal-rows.queries.ts'

/** How much text is handed on at once. */
const CHUNK = 64 * 1024

const BINARY = /^\\x[0-9a-f]*$/

/** Keeps the table's columns, in their order. */
const only = (row: PersonalRow, columns: readonly string[]): PersonalRow =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

/** Writes rows as a JSON array, one row per line. */
export async function* jsonOf(rows: AsyncIterable<PersonalRow>, columns: readonly string[]): AsyncIterable<Uint8Array> {
  yield* inChunks(
    (async function* () {
      let before = '[\n'
      for await (const row of rows) {
        yield before + JSON.stringify(only(row, columns))
        before = ',\n'
      }
      yield before === '[\n' ? '[]\n' : '\n]\n'
    })()
  )
}

/** Writes rows as CSV for spreadsheets. Lists and objects are JSON in their cell. */
export async function* csvFileOf(rows: AsyncIterable<PersonalRow>, columns: readonly string[]): AsyncIterable<Uint8Array> {
  yield* inChunks(
    (async function* () {
      const head = csvOf(columns, [])
      yield head
      for await (const row of rows) yield csvOf(columns, [cellsOf(row, columns)]).slice(head.length)
    })()
  )
}

const cellsOf = (row: PersonalRow, columns: readonly string[]): CsvRow =>
  Object.fromEntries(columns.map((column) => [column, cellOf(row[column])]))

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (typeof value === 'string') return BINARY.test(value) ? value.slice(2) : value
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

async function* inChunks(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < CHUNK) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  if (waiting !== '') yield encoder.encode(waiting)
}
