import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { add, countOne, NONE, readPlaywright, readVitest, summary, withRunner } from './counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'easel-counts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function report(content: object): string {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const vitestTest = (fullName: string, status: string, duration?: number) => ({ fullName, status, duration })
const vitestFile = (name: string, status: string, ...assertionResults: object[]) => ({ name: `/repo/${name}`, status, assertionResults })
const spec = (title: string, status: string, ...durations: number[]) => ({
  title,
  ok: status !== 'unexpected',
  tests: [{ status, results: durations.map((duration) => ({ duration })) }]
})

test('Vitest: passed, failed and skipped tests are counted and named by file', () => {
  const tests = [vitestTest('works', 'passed', 40), vitestTest('breaks', 'failed', 9), vitestTest('waits', 'pending')]
  const counts = readVitest(report({ testResults: [vitestFile('a/b.test.ts', 'failed', ...tests)] }), '/repo')
  expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  expect(counts).toMatchObject({ failures: ['a/b.test.ts: breaks'], skips: ['a/b.test.ts: waits'] })
  expect(counts.files).toEqual([{ name: 'a/b.test.ts', ms: 49 }])
})

test('Vitest: a test that passes on its second try is named as flaky', () => {
  const tests = [vitestTest('works', 'passed'), { ...vitestTest('stumbles', 'passed'), failureMessages: ['expected 1 to be 2'] }]
  const counts = readVitest(report({ testResults: [vitestFile('a/b.test.ts', 'passed', ...tests)] }), '/repo')
  expect(counts).toMatchObject({ passed: 2, failed: 0, flaky: ['a/b.test.ts: stumbles'] })
})

test('Vitest: a file that does not load is one failure', () => {
  const counts = readVitest(report({ testResults: [vitestFile('a/b.test.ts', 'failed')] }), '/repo')
  expect(counts).toMatchObject({ passed: 0, failed: 1, failures: ['a/b.test.ts'] })
})

test('Playwright: nested suites, flaky and skipped journeys', () => {
  const inner = { title: 'on a phone', file: 'a.spec.ts', specs: [spec('swipes', 'flaky', 5, 6), spec('zooms', 'skipped')] }
  const suites = [
    { title: 'a.spec.ts', file: 'a.spec.ts', specs: [spec('opens', 'expected', 7), spec('closes', 'unexpected', 8)], suites: [inner] }
  ]
  const counts = readPlaywright(report({ suites }))
  expect(counts).toMatchObject({ passed: 2, failed: 1, skipped: 1 })
  expect(counts.flaky).toEqual(['a.spec.ts: on a phone: swipes'])
  expect(counts.skips).toEqual(['a.spec.ts: on a phone: zooms'])
  expect(counts.failures).toEqual(['a.spec.ts: closes'])
  expect(counts.files).toEqual([{ name: 'a.spec.ts', ms: 26 }])
})

test('a runner that ends with an error, without a report, is one failure', () => {
  expect(withRunner('Vitest', false, readVitest(join(folder, 'none.json'), '/repo'))).toMatchObject({ failed: 1, failures: ['Vitest'] })
  expect(withRunner('Vitest', true, NONE).failed).toBe(0)
  expect(withRunner('Vitest', false, countOne('one', false)).failed).toBe(1)
})

test('the ten slowest come before the counts, which are the last line', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({ name: `test ${index}`, ms: index * 1000 }))
  const lines = summary(add({ ...NONE, tests }, { ...NONE, passed: 12, failed: 1, skipped: 2, failures: ['x'], skips: ['y', 'z'] }))
  expect(lines.at(-1)).toBe('12 passed, 1 failed, 2 skipped')
  expect(lines.filter((line) => / s {2}test/.test(line)).map((line) => line.trim())).toEqual(
    Array.from({ length: 10 }, (_, index) => `${11 - index}.0 s  test ${11 - index}`)
  )
  expect(summary(countOne('Build', true)).at(-1)).toBe('1 passed, 0 failed')
})
