import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const FOLDERS = ['platform', 'business', 'processes', 'sandbox', 'catalogue-import']
const TEST_FILES = [
  ...FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
  'tests/*.test.ts',
  'tests/{abuse,deployment,migrations,public-pages}/**/*.test.ts',
  'tests/support/**/*.test.ts'
]

/** What replaces modules, globals or the environment would reach the other files of a shared process. */
const CHANGES_ITS_PROCESS = /vi\.(mock|unmock|stub\w+|useFakeTimers)\(|@vitest-environment|process\.env\[[^\]]+\] =/
const ALONE = globSync(TEST_FILES).filter((file) => CHANGES_ITS_PROCESS.test(readFileSync(file, 'utf8')))

const common = {
  setupFiles: './tests/support/fast-passwords.ts',
  testTimeout: 20_000,
  hookTimeout: 60_000
}

export default defineConfig({
  test: {
    globalSetup: './tests/support/postgres.ts',
    // Each often waits for the database, so three keep two cores busy.
    maxWorkers: 3,
    projects: [
      { test: { ...common, name: 'alone', include: ALONE } },
      // Loading the whole app takes longer than most files' tests, so files share a process and its modules.
      { test: { ...common, name: 'shared', include: TEST_FILES, exclude: ALONE, isolate: false } }
    ]
  }
})
