import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { guardCell } from '#platform/contract/spreadsheet-cell.ts'
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

const cellOf = (value: string | number): string | number => (typeof value === 'string' ? guardCell(value) : value)

export function sendCsv(reply: FastifyReply, filename: string, text: string): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(filename))
    .header('cache-control', 'private, no-store')
    .send(text)
}
