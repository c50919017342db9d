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
