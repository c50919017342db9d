import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table has headers and CRLF, quotes every text, and leaves null empty', () => {
  expect(
    csvOf(
      ['title', 'amount'],
      [
        { title: 'Fox, "red"', amount: -1.5 },
        { title: null, amount: 2 }
      ]
    )
  ).toBe('\uFEFFtitle,amount\r\n"Fox, ""red""",-1.5\r\n,2\r\n')
})

test.each(['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1'])('%j does not become a formula in a spreadsheet', (typed) => {
  expect(csvOf(['a'], [{ a: typed }])).toContain(`'${typed}`)
})

test.each(['\n', '\r', '\r\n'])('a cell with the line break %j stays one cell', (line_break) => {
  expect(csvOf(['a', 'b'], [{ a: `one${line_break}two`, b: 3 }])).toBe(`\uFEFFa,b\r\n"one${line_break}two",3\r\n`)
})

test.each([
  ['Ann;=cmd|calc', `"Ann;'=cmd|calc"`],
  ['Fox;=1+1', `"Fox;'=1+1"`],
  ['Fox; @SUM(A1)', `"Fox;' @SUM(A1)"`],
  ['Fox;"=1+1', `"Fox;'""=1+1"`],
  ['Fox\t=1+1', `"Fox\t'=1+1"`],
  ['Fox\n-2+3', `"Fox\n'-2+3"`],
  ['Fox\r\n\r\nBear; wolf', '"Fox\r\n\r\nBear; wolf"'],
  ['a-b; c=d', '\n"a-b; c=d"']
])('%j is written as %j: spreadsheets in other languages split cells at semicolons', (typed, written) => {
  expect(csvOf(['a'], [{ a: typed }])).toContain(written)
})

/** Ends work that grows with the square of its text: 1 MB would take an hour or more. Work that grows with the text takes a small part of a second. */
const endsAtAll = <Result>(work: () => Result): Result => runInNewContext('work()', { work }, { timeout: 15_000 })

test.each(['"\t', ';', '\n', ' ', '\t', '" ', ';\t'])('a text of 1 MB that repeats %j ends, and is the same but for its marks', (part) => {
  const text = part.repeat(1_000_000 / part.length)
  const written = (cell: string) => endsAtAll(() => csvOf(['a'], [{ a: cell }]))
  const read = (csv: string) => csv.slice('\uFEFFa\r\n"'.length, -'"\r\n'.length).replaceAll('""', '"')
  for (const cell of [text, `x${text}x`, `${text}=1`]) expect(read(written(cell)).replaceAll("'", '') === cell).toBe(true)
  expect(read(written(`x${text}x`)).includes("'")).toBe(false)
  // Quotes and spaces in front of a formula do not start a cell.
  expect(read(written(`${text}=1`)).includes("'")).toBe(part !== '" ')
})

test('every cell that a spreadsheet could see in front of a formula is marked', () => {
  expect(csvOf(['a'], [{ a: 'x"\t"\t =1' }])).toContain('"x""\t\'""\t\' =1"')
  expect(csvOf(['a'], [{ a: 'x;\t=1' }])).toContain('"x;\'\t\'=1"')
})
