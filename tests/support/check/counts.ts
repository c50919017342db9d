import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export type Timed = { name: string; ms: number }
export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  skips: string[]
  /** Tests that passed only on the second try. */
  flaky: string[]
  tests: Timed[]
  files: Timed[]
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [], flaky: [], tests: [], files: [] }
const SLOWEST = 10

/** Counts one check as one test. */
export const countOne = (name: string, hasPassed: boolean): Counts => ({
  ...NONE,
  passed: Number(hasPassed),
  failed: Number(!hasPassed),
  failures: hasPassed ? [] : [name]
})

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
  skips: [...one.skips, ...other.skips],
  flaky: [...one.flaky, ...other.flaky],
  tests: [...one.tests, ...other.tests],
  files: [...one.files, ...other.files]
})

/** Counts a runner that failed without a failed test (a file that does not load, a setup that throws) as one failure. */
export const withRunner = (name: string, hasPassed: boolean, counts: Counts): Counts =>
  hasPassed || counts.failed > 0 ? counts : { ...counts, failed: 1, failures: [...counts.failures, name] }

type VitestTest = { status: string; fullName: string; duration?: number | null; failureMessages?: readonly string[] }
type VitestFile = { name: string; status: string; assertionResults: VitestTest[] }

/** Reads the JSON report of Vitest; names are relative to `root`. */
export function readVitest(report: string, root: string): Counts {
  const { testResults = [] } = readJson<{ testResults: VitestFile[] }>(report)
  return testResults.map((file) => countVitestFile(file, relative(root, file.name))).reduce(add, NONE)
}

/** A test that passed although it has a failure failed on its first try. */
const isFlaky = ({ status, failureMessages = [] }: VitestTest): boolean => status === 'passed' && failureMessages.length > 0

function countVitestFile({ status, assertionResults }: VitestFile, file: string): Counts {
  const those = (wanted: (test: VitestTest) => boolean) => assertionResults.filter(wanted).map(({ fullName }) => `${file}: ${fullName}`)
  const named = (wanted: (status: string) => boolean) => those((test) => wanted(test.status))
  const [passes, failures] = [named((one) => one === 'passed'), named((one) => one === 'failed')]
  const skips = named((one) => one !== 'passed' && one !== 'failed')
  const tests = assertionResults.map(({ fullName, duration }) => ({ name: `${file}: ${fullName}`, ms: duration ?? 0 }))
  const counts = { passed: passes.length, failed: failures.length, skipped: skips.length, failures, skips, flaky: those(isFlaky) }
  return withRunner(file, status !== 'failed', { ...counts, tests, files: [{ name: file, ms: sum(tests) }] })
}

type Spec = { title: string; ok: boolean; tests: { status: string; results: { duration: number }[] }[] }
type Suite = { title: string; file: string; suites?: Suite[]; specs: Spec[] }

/** Reads the JSON report of Playwright. */
export function readPlaywright(report: string): Counts {
  const { suites = [] } = readJson<{ suites: Suite[] }>(report)
  return suites.map(countJourneyFile).reduce(add, NONE)
}

function countJourneyFile(suite: Suite): Counts {
  const counts = countSuite(suite, suite.file)
  return { ...counts, files: [{ name: suite.file, ms: sum(counts.tests) }] }
}

const countSuite = ({ specs, suites = [] }: Suite, path: string): Counts =>
  [...specs.map((spec) => countSpec(spec, path)), ...suites.map((inner) => countSuite(inner, `${path}: ${inner.title}`))].reduce(add, NONE)

function countSpec({ title, ok, tests }: Spec, path: string): Counts {
  const name = `${path}: ${title}`
  const status = tests[0]?.status
  const ms = tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0)
  if (status === 'skipped') return { ...NONE, skipped: 1, skips: [name] }
  return { ...countOne(name, ok), flaky: status === 'flaky' ? [name] : [], tests: [{ name, ms }] }
}

const readJson = <T extends object>(file: string): Partial<T> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<T>) : {}

const sum = (timed: readonly Timed[]): number => timed.reduce((total, { ms }) => total + ms, 0)

/** Returns the lines after all checks: the slowest, what was flaky, skipped or failed, and last the counts. */
export function summary(counts: Counts): string[] {
  const { passed, failed, skipped, failures, skips, flaky, tests, files } = counts
  return [
    ...section('Slowest files', slowest(files)),
    ...section('Slowest tests', slowest(tests)),
    ...section('Flaky', flaky),
    ...section('Skipped', skips),
    ...section('Failed', failures),
    '',
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  ]
}

const section = (heading: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', `${heading}:`, ...lines])

const slowest = (timed: readonly Timed[]): string[] =>
  timed
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
