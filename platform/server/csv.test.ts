import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table has its heads, quotes what holds commas, and CRLF; nothing stands for nothing', () => {
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

test.each(['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1'])('%j is no formula in a spreadsheet', (typed) => {
  expect(csvOf(['a'], [{ a: typed }])).toContain(`'${typed}`)
})
