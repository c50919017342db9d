import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../files/send-file.ts'

export type CsvRow = Record<string, string | number | null>

/**
 * Returns a table as CSV for spreadsheets: UTF-8 with a byte order mark for Excel, and CRLF. Every text is quoted. A text that a
 * spreadsheet would read as a formula also gets an apostrophe in front, and so does one inside a text after a semicolon, tab, or line
 * break: spreadsheets in other languages start another cell there, and a quote in the middle of a line protects nothing. Numbers,
 * including negative ones, stay numbers.
 */
export function csvOf(columns: readonly string[], rows: readonly CsvRow[]): string {
  const written = rows.map((row) => columns.map((column) => cellOf(row[column] ?? '')))
  return `\uFEFF${columns.join(',')}\r\n${stringify(written, { record_delimiter: 'windows', quoted_string: true, quoted_empty: false })}`
}

const FORMULA_AT_START = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
/** All separators, spaces, and quotes in front of a formula. Each such run is tried from its start only, so that the time grows with the text and not with its square. */
const BEFORE_FORMULA = /(?<![\s;"])[\s;"]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const CELL_START = /(?<=^[;\r\n]|\S\t)/g

const cellOf = (value: string | number): string | number =>
  typeof value === 'string' ? (FORMULA_AT_START.test(value) ? "'" : '') + value.replace(BEFORE_FORMULA, markCells) : value

/** Puts an apostrophe in front of each cell that may start between the last separator and the formula. */
function markCells(run: string, offset: number, text: string): string {
  const start = Math.max(...[';', '\r', '\n'].map((separator) => run.lastIndexOf(separator))) + 1
  const before = text[offset + start - 1] ?? ''
  return run.slice(0, start) + (before + run.slice(start)).replace(CELL_START, "'").slice(before.length)
}

export function sendCsv(reply: FastifyReply, filename: string, text: string): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(filename))
    .header('cache-control', 'private, no-store')
    .send(text)
}
