import { expect, test } from 'vitest'
import { shownCsv } from './shown-csv.ts'

test('what a table shows is written with quotes, CRLF, and a byte order mark', () =>
  expect(
    shownCsv([
      ['User', 'Role'],
      ['Ann "Fox"', 'client, active']
    ])
  ).toBe('\uFEFF"User","Role"\r\n"Ann ""Fox""","client, active"\r\n'))

test.each(['=1+1', '+1', '-2+3', '@SUM(A1)', ' =1', '＝1'])('%j does not become a formula in a spreadsheet', (typed) =>
  expect(shownCsv([[typed]])).toContain(`"'${typed}"`)
)

test('a formula after a semicolon is marked too', () => expect(shownCsv([['Ann;=cmd|calc']])).toContain(`"Ann;'=cmd|calc"`))
