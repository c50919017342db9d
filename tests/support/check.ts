import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBrowser } from './browser.ts'

type Counts = { passed: number; failed: number; skipped: number; names?: string[] }

const ROOT = join(import.meta.dirname, '../..')
const reports = mkdtempSync(join(tmpdir(), 'easel-reports-'))

function run(heading: string, script: string, words: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${heading}`)
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env }
  })
  return status === 0
}

/** One check counts as one test. */
const check = (heading: string, script: string, ...words: string[]): Counts => asOne(heading, run(heading, script, words))

const asOne = (heading: string, passed: boolean): Counts => ({
  passed: Number(passed),
  failed: Number(!passed),
  skipped: 0,
  names: passed ? [] : [heading]
})

const TSC = 'node_modules/typescript-7/bin/tsc'
const REACT_ROUTER = 'node_modules/@react-router/dev/bin.cjs'

const staticChecks = [
  () => check('Lint and format (Biome)', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'),
  () => check("Types of the pages' routes", REACT_ROUTER, 'typegen'),
  () => check('Types', TSC, '-p', 'tsconfig.json'),
  () => check('Types of the server alone', TSC, '-p', 'tsconfig.server.json'),
  () => check('Types of the pages alone', TSC, '-p', 'tsconfig.web.json'),
  () => check('Borders (dependency-cruiser)', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', ...borderWords()),
  () => check('Unused code (knip)', 'node_modules/knip/bin/knip.js')
]

const borderWords = () => ['--config', '.dependency-cruiser.cjs', 'business', 'platform', 'processes', 'sandbox']

function unitAndIntegration(): Counts {
  const report = join(reports, 'vitest.json')
  const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const passed = run('Unit and integration tests (Vitest)', 'node_modules/vitest/vitest.mjs', words)
  type File = { name: string; status: string; assertionResults: { status: string; fullName: string }[] }
  type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; testResults: File[] }
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, testResults = [] } = readReport<Report>(report)
  const names = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => [
      relative(ROOT, name),
      ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `    ${fullName}`)
    ])
  return whole(passed, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, names: names.flat() })
}

function journeys(): Counts {
  const browser = ensureBrowser()
  if (!browser) console.error('No Chromium for the journeys: install one, or set CHROMIUM_PATH to it.')
  if (!browser) return asOne('Journeys in the browser: no Chromium', false)
  const report = join(reports, 'playwright.json')
  const passed = run('Journeys in the browser (Playwright)', 'node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report
  })
  const { stats, suites = [] } = readReport<{ stats: Stats; suites: Suite[] }>(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  return whole(passed, { passed: expected + flaky, failed: unexpected, skipped, names: suites.flatMap(failedIn) })
}

type Stats = { expected: number; unexpected: number; flaky: number; skipped: number }
type Suite = { file: string; suites?: Suite[]; specs: { title: string; ok: boolean }[] }

const failedIn = ({ file, specs, suites = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
  ...suites.flatMap(failedIn)
]

const readReport = <T extends object>(file: string): Partial<T> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<T>) : {}

/** A runner that failed with no failed test (a file that does not load, a setup that broke) counts as one. */
const whole = (passed: boolean, counts: Counts): Counts => (passed ? counts : { ...counts, failed: Math.max(1, counts.failed) })

const dynamicChecks = [unitAndIntegration, () => check('Build', 'processes/build.ts'), journeys]

const checks = process.argv[2] === 'validate' ? staticChecks : [...staticChecks, ...dynamicChecks]
const total = { passed: 0, failed: 0, skipped: 0, names: [] as string[] }
for (const each of checks) {
  const counts = each()
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  total.names.push(...(counts.names ?? []))
}
rmSync(reports, { recursive: true, force: true })
if (total.names.length > 0) console.log(`\nFailed:\n${total.names.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
