import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const GLOSSARY = 'docs/glossary.md'
const SEARCHED = ['*.ts', '*.tsx', '*.css', '*.js', '*.cjs', '*.mjs', '*.sql', '*.md']
/** Migrations never change, decisions quote history, and the data of tests is other people's text. */
const NOT_SEARCHED =
  /\/migrations\/|^docs\/decisions\/|^docs\/glossary\.md$|^tests\/glossary\.test\.ts$|^tests\/migrations\.test\.ts$|^tests\/data\/|\.d\.ts$/

/** Reads the cells of one table's rows; `\|` inside a cell is a bar. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = readFileSync(GLOSSARY, 'utf8').split(`\n## ${heading}\n`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  const cells = (line: string) => line.split(/(?<!\\)\|/).slice(1, -1)
  return lines.slice(2).map((line) => cells(line).map((cell) => cell.trim().replaceAll('\\|', '|')))
}

const unquoted = (cell: string): string => cell.replace(/^`|`$/g, '')

const retired = rowsOf('Retired words').map(([word = '', replacement = '', pattern = '', allowed = '']) => ({
  word,
  replacement,
  pattern: new RegExp(unquoted(pattern)),
  allowed: allowed === '' ? undefined : new RegExp(unquoted(allowed), 'g')
}))

const tracked = execFileSync('git', ['ls-files', '-z', ...SEARCHED], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && !NOT_SEARCHED.test(file) && existsSync(file))
const lines = tracked.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${file}:${index + 1}`, text }))
)

describe('retired words', () => {
  test('the table has patterns', () => expect(retired.length).toBeGreaterThan(15))

  test.each(retired)('"$word" is not used: the word is "$replacement"', ({ pattern, allowed }) => {
    const uses = lines.filter(({ text }) => pattern.test(text) && pattern.test(allowed ? text.replace(allowed, '') : text))
    expect(uses.map(({ place, text }) => `${place}: ${text.trim().slice(0, 120)}`)).toEqual([])
  })
})

describe('terms', () => {
  const terms = rowsOf('Terms')

  test('are sorted and unique', () => {
    const names = terms.map(([name = '']) => name.toLowerCase().replace(/[^a-z ]/g, ''))
    expect(names).toEqual([...new Set(names)].sort())
  })

  test.each(terms)('%s names a place that exists', (_term, _meaning, where = '') => {
    const places = [...where.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place)
    expect(places.length).toBeGreaterThan(0)
    for (const place of places) expect(globSync(place.replace(/\/$/, '')), place).not.toEqual([])
  })
})
