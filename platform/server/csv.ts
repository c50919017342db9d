import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

export type CsvRow = Record<string, string | number | null>

/**
 * A table as CSV for spreadsheets: UTF-8 with a mark that Excel reads, CRLF. A text that a spreadsheet would take for a formula is
 * set behind an apostrophe; numbers, negative ones too, stay numbers.
 */
export function csvOf(columns: readonly string[], rows: readonly CsvRow[]): string {
  const written = rows.map((row) => columns.map((column) => cellOf(row[column] ?? '')))
  return stringify([[...columns], ...written], { bom: true, record_delimiter: 'windows' })
}

const FORMULA = /^[\s]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

const cellOf = (value: string | number): string | number => (typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value)

export function sendCsv(reply: FastifyReply, filename: string, text: string): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'private, no-store')
    .send(text)
}
