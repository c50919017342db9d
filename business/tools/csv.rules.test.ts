import { describe, expect, test } from 'vitest'
import { CSV_LABELS_MAX, CSV_TEXTS, labelsOf, mappingOf, readCsv } from './csv.rules.ts'
import { newLabel } from './label.rules.ts'

const form = { ...newLabel('https://easel.test'), content_type: 'text', company_name: 'Easel' } as const

function opened(text: string) {
  const csv = readCsv(text)
  if ('problem' in csv) throw new Error(csv.problem)
  return csv
}

describe('a CSV file', () => {
  test.each([
    ['commas', 'Title,Code\nFox,A-1\n'],
    ['semicolons', 'Title;Code\r\nFox;A-1'],
    ['tabs and a byte order mark', '\ufeffTitle\tCode\nFox\tA-1'],
    ['quotation marks', '"Title","Code"\n"Fox","A-1"\n'],
    ['empty lines', '\nTitle,Code\n\n,\nFox,A-1\n\n']
  ])('is read with %s', (_, text) => {
    const { columns, rows } = opened(text)
    expect([columns, rows.map(({ cells }) => cells)]).toEqual([['Title', 'Code'], [['Fox', 'A-1']]])
  })

  test('keeps separators, quotation marks, and line breaks in quoted cells, and counts lines as an editor does', () => {
    const { rows } = opened('title,code\n"Fox, ""red""\nand blue",A-1\nOwl,B-2')
    expect(rows).toEqual([
      { line: 2, cells: ['Fox, "red"\nand blue', 'A-1'] },
      { line: 4, cells: ['Owl', 'B-2'] }
    ])
  })

  test.each([
    ['without lines', 'title,code\n', CSV_TEXTS.empty],
    ['that is empty', '', CSV_TEXTS.empty],
    ['with an open quotation mark', 'title\n"Fox\nOwl', CSV_TEXTS.unclosed],
    ['with too many lines', `code\n${'A-1\n'.repeat(CSV_LABELS_MAX + 1)}`, CSV_TEXTS.too_many]
  ])('%s is refused', (_, text, problem) => expect(readCsv(text)).toEqual({ problem }))

  test('of the most lines is read', () => expect(opened(`code\n${'A-1\n'.repeat(CSV_LABELS_MAX)}`).rows).toHaveLength(CSV_LABELS_MAX))
})

test.each([
  [['SKU', 'Product', 'Price'], { code: 0, label_title: 1, notes: 2 }],
  [['Code', 'Title', 'Notes', 'ZIP', 'State', 'City'], { code: 0, label_title: 1, notes: 2, zip: 3, state: 4, city: 5 }],
  [['postal_code', 'Full name', 'Street address', 'ean'], { zip: 0, contact_name: 1, street: 2, code: 3 }],
  [['color'], {}]
])('the columns %j are mapped by their names', (columns, mapping) => expect(mappingOf(columns, 'text')).toEqual(mapping))

test('each line becomes a label, and what the file does not have comes from the form', () => {
  const csv = opened('Code,Title\nA-1,Fox\nB-2,Owl')
  const labels = labelsOf(csv, mappingOf(csv.columns, 'text'), form)
  expect(labels.map(({ line, label, problem }) => [line, label.code, label.label_title, label.company_name, problem])).toEqual([
    [2, 'A-1', 'Fox', 'Easel', undefined],
    [3, 'B-2', 'Owl', 'Easel', undefined]
  ])
})

test('errors are reported by line', () => {
  const csv = opened('Code,ZIP\n590123412345,94105\n5901234123450,\n,941\nabc,')
  const labels = labelsOf(csv, mappingOf(csv.columns, 'text'), { ...form, symbology: 'ean13' })
  expect(labels.map(({ line, problem }) => [line, problem])).toEqual([
    [2, undefined],
    [3, 'The last digit of this EAN-13 should be 7.'],
    [4, 'Enter at least one of Title, Code, or Notes.'],
    [5, 'EAN-13 has 13 digits, or 12 without the check digit.']
  ])
  const addresses = opened('Website,ZIP\neasel.test,941')
  expect(labelsOf(addresses, mappingOf(addresses.columns, 'url'), { ...form, content_type: 'url' })[0]?.problem).toBe(
    'ZIP: Enter a valid ZIP (e.g., 94105)'
  )
})
