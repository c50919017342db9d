import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { ensureBrowser } from './browser/browser.ts'
import { changedFiles } from './check/changed-files.ts'
import { add, type Counts, countOne, NONE, readPlaywright, readVitest, summary, withRunner } from './check/counts.ts'
import { type Choice, choose } from './check/touched.ts'
import { temporaryFolder } from './folders.ts'
import { DEMO_FOLDER } from './products/products.ts'
import { keepTemporaryFilesInMemory } from './temporary-files.ts'

keepTemporaryFilesInMemory()
const ROOT = join(import.meta.dirname, '../..')
const reports = mkdtempSync(join(tmpdir(), 'easel-reports-'))
/** Commands and products load the same modules again and again, in many processes. */
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/easel-compiled')

const TSC = 'node_modules/typescript-7/bin/tsc'
const BORDERS = ['--config', '.dependency-cruiser.cjs', 'business', 'platform', 'processes', 'sandbox']
type Check = [name: string, script: string, ...args: string[]]

/** Generates the route types that the other checks need. */
const ROUTE_TYPES: Check = ['Types of the routes', 'node_modules/@react-router/dev/bin.cjs', 'typegen']
const STATIC_CHECKS: Check[] = [
  ['Borders (dependency-cruiser)', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', ...BORDERS],
  ['Unused code (knip)', 'node_modules/knip/bin/knip.js'],
  ['Types', TSC, '-p', 'tsconfig.json'],
  ['Types of the server alone', TSC, '-p', 'tsconfig.server.json'],
  ['Types of the pages alone', TSC, '-p', 'tsconfig.web.json'],
  ['Lint and format (Biome)', 'node_modules/@biomejs/biome/bin/biome', 'check', '.']
]
const BUILD: Check = ['Build', 'processes/build.ts']
const DEMO: Check = ['Demo for the journeys', 'tests/support/products/seed-demo.ts']

/** Runs one check and prints its output as a whole, so that several can run at the same time. */
async function check([name, script, ...args]: Check): Promise<Counts> {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  console.log(`\n── ${name}\n${output.trimEnd()}`)
  return countOne(name, code === 0)
}

async function staticChecks(...others: (() => Promise<Counts>)[]): Promise<Counts> {
  const types = await check(ROUTE_TYPES)
  const two = pLimit(2)
  const all = [...others, ...STATIC_CHECKS.map((one) => () => check(one))]
  return (await Promise.all(all.map((one) => two(one)))).reduce(add, types)
}

/** Builds the product, and loads the demo that the journeys begin with. Both mostly use one processor, so static checks run at the same time. */
async function buildWithDemo(folder: string): Promise<Counts> {
  const build = await check(BUILD)
  return build.failed > 0 ? build : add(build, await check([...DEMO, folder]))
}

/** Runs a test runner, streams its output, and returns whether it succeeded. */
function runRunner(name: string, script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${name}`)
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, [join(ROOT, script), ...args], options).status === 0
}

function vitest(places: readonly string[] = []): Counts {
  const name = 'Unit and integration tests (Vitest)'
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...places]
  return withRunner(name, runRunner(name, 'node_modules/vitest/vitest.mjs', args), readVitest(report, ROOT))
}

function journeys(specs: readonly string[] = [], demo?: string): Counts {
  const name = 'Journeys in the browser (Playwright)'
  const browser = ensureBrowser()
  if (!browser) {
    console.error('No Chromium for the journeys: install one, or set CHROMIUM_PATH to it.')
    return countOne(`${name}: no Chromium`, false)
  }
  const report = join(reports, 'playwright.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(demo && { [DEMO_FOLDER]: demo }) }
  // With few journeys, a second product would take longer to start than it saves.
  const args = ['test', '--reporter=list,json', ...(specs.length > 0 ? ['--workers=1', ...specs] : [])]
  return withRunner(name, runRunner(name, 'node_modules/@playwright/test/cli.js', args, env), readPlaywright(report))
}

async function everything(): Promise<Counts> {
  const demo = temporaryFolder('easel-demo-')
  try {
    const counts = await staticChecks(() => buildWithDemo(demo))
    return [vitest(), journeys([], demo)].reduce(add, counts)
  } finally {
    rmSync(demo, { recursive: true, force: true })
  }
}

/** Runs the static checks, then the tests and journeys that the change affects. */
async function touched(revision: string | undefined): Promise<Counts> {
  const choice = chooseFor(revision)
  const counts = [await staticChecks()]
  if (choice.tests.length > 0) counts.push(vitest(choice.tests))
  if (choice.specs.length > 0) counts.push(await check(BUILD), journeys(choice.specs))
  return counts.reduce(add, NONE)
}

function chooseFor(revision: string | undefined): Choice {
  const { base, files } = changedFiles(ROOT, revision)
  const modules = JSON.parse(readFileSync(join(ROOT, 'business/modules.json'), 'utf8'))
  const choice = choose(files, modules, (file) => existsSync(join(ROOT, file)))
  console.log(`${files.length} changed files since ${base}`)
  const lines = { Parts: choice.parts, Folders: choice.folders, Tests: choice.tests, Journeys: choice.specs, 'Not run': choice.leftOut }
  for (const [name, list] of Object.entries(lines)) console.log(`  ${name}: ${list.join(', ') || 'none'}`)
  return choice
}

/** Returns what to run for the arguments after `npm test --`. */
function chosenBy(words: readonly string[]): () => Promise<Counts> {
  if (words[0] === 'validate') return staticChecks
  const changed = words.find((word) => word === '--changed' || word.startsWith('--changed='))
  return changed ? () => touched(changed.split('=')[1]) : everything
}

try {
  const counts = await chosenBy(process.argv.slice(2))()
  for (const line of summary(counts)) console.log(line)
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
