import { isNumberCode } from './barcode.rules.ts'
import { type ContentType, type Label, type LabelField, labelProblems } from './label.rules.ts'

export const CSV_LABELS_MAX = 300
export const CSV_BYTES_MAX = 1024 * 1024

export const CSV_TEXTS = {
  too_large: 'This file is larger than 1 MB.',
  empty: 'This file has no lines below its column names.',
  too_many: `This file has more than ${CSV_LABELS_MAX} labels. Please split it.`,
  unclosed: 'This file has a quotation mark that is never closed.',
  unmapped: 'Choose a column for at least one field.'
} as const

/** A line of the file, with its number as an editor counts it. */
export type CsvRow = { line: number; cells: readonly string[] }
export type Csv = { columns: readonly string[]; rows: readonly CsvRow[] }

/** The index of the column that each field is read from. */
export type Mapping = Partial<Record<LabelField, number>>

/** The fields that a file may fill in, by content type. The first one is what the code contains. */
export const CSV_FIELDS: Record<ContentType, readonly LabelField[]> = {
  url: ['website', 'label_title', 'code', 'notes'],
  text: ['code', 'label_title', 'notes'],
  asset: ['asset_id', 'label_title', 'code', 'notes']
}
const DETAILS: readonly LabelField[] = ['company_name', 'contact_name', 'phone', 'street', 'city', 'state', 'zip']
export const csvFieldsOf = (type: ContentType): readonly LabelField[] => [...CSV_FIELDS[type], ...DETAILS]

export const FIELD_NAMES: Record<LabelField, string> = {
  website: 'Website',
  label_title: 'Title',
  code: 'Code',
  notes: 'Notes',
  asset_id: 'Asset ID',
  base_url: 'Base URL',
  margin: 'Margin',
  company_name: 'Company name',
  contact_name: 'Contact name',
  phone: 'Phone',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP'
}

/** Other names of columns, in the exports of shops and address books. */
const ALIASES: Partial<Record<LabelField, RegExp>> = {
  website: /^(url|link|address|web ?site|web ?address)$/,
  label_title: /^(title|name|product|item|label( title)?|description)$/,
  code: /^(code|sku|barcode|ean|upc|gtin|number|article( number)?)$/,
  notes: /^(notes?|comments?|price)$/,
  company_name: /^(company|organi[sz]ation)( name)?$/,
  contact_name: /^(contact|full|customer)( name)?$/,
  street: /^(street|address ?1|street address)$/,
  state: /^(state|region|province)$/,
  zip: /^(zip|postal|post) ?(code)?$/
}

/** Reads a CSV file with commas, semicolons, or tabs (RFC 4180). Returns an error text if it is not one, or has too many lines. */
export function readCsv(text: string): Csv | { problem: string } {
  const lines = splitCsv(text.replace(/^\ufeff/, ''))
  if (!lines) return { problem: CSV_TEXTS.unclosed }
  const [head, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head || rows.length === 0) return { problem: CSV_TEXTS.empty }
  if (rows.length > CSV_LABELS_MAX) return { problem: CSV_TEXTS.too_many }
  return { columns: head.cells.map((name, index) => name.trim() || `Column ${index + 1}`), rows }
}

/** The separator is the one that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r\n|\r|\n/, 1)
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: first.split(separator).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator
}

/** A cell in quotation marks, or a plain one, and what ends it. */
const cellPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)"[^${separator}\\r\\n]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'y')

function splitCsv(text: string): CsvRow[] | undefined {
  const separator = separatorOf(text)
  const pattern = cellPattern(separator)
  const rows: CsvRow[] = []
  let [cells, line, next]: [string[], number, number] = [[], 1, 1]
  while (pattern.lastIndex < text.length || cells.length > 0) {
    const [whole, quoted, plain, end] = pattern.exec(text) ?? ['']
    // A plain cell cannot begin with a quotation mark: its other one is missing.
    if (end === undefined || (quoted === undefined && plain?.startsWith('"'))) return undefined
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    next += whole.split(/\r\n|\r|\n/).length - 1
    if (end === separator) continue
    rows.push({ line, cells })
    if (end === '') break
    cells = []
    line = next
  }
  return rows
}

/** Maps the columns whose names say what they hold. */
export function mappingOf(columns: readonly string[], type: ContentType): Mapping {
  const names = columns.map((name) => name.toLowerCase().replace(/[_-]+/g, ' ').trim())
  const taken = new Set<number>()
  const mapping: Mapping = {}
  for (const field of csvFieldsOf(type)) {
    const exact = names.indexOf(FIELD_NAMES[field].toLowerCase())
    const at = exact >= 0 ? exact : names.findIndex((name, index) => !taken.has(index) && ALIASES[field]?.test(name))
    if (at < 0) continue
    taken.add(at)
    mapping[field] = at
  }
  return mapping
}

export type CsvLabel = { line: number; label: Label; problem?: string }

/** Returns a label for each line. What the file does not have comes from the form, except for what the code contains. */
export function labelsOf({ rows }: Csv, mapping: Mapping, form: Label): CsvLabel[] {
  return rows.map(({ line, cells }) => {
    const typed = Object.entries(mapping).map(([field, column]) => [field, (cells[column] ?? '').trim()])
    const label: Label = { ...form, ...Object.fromEntries(typed) }
    const problem = firstProblem(label)
    return { line, label, ...(problem !== undefined && { problem }) }
  })
}

function firstProblem(label: Label): string | undefined {
  const [found] = Object.entries(labelProblems(label))
  if (!found) return undefined
  const [field, problem] = found
  return field === 'content' || isNumberCode(label.symbology) ? problem : `${FIELD_NAMES[field as LabelField]}: ${problem}`
}
