import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts'

keepTemporaryFilesInMemory()

const FOLDERS = ['platform', 'business', 'processes', 'sandbox', 'catalogue-import']
const TEST_FILES = [
  ...FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
  'tests/*.test.ts',
  'tests/{abuse,deployment,migrations,public-pages,webhook-events}/**/*.test.ts',
  'tests/support/**/*.test.ts'
]

/** What replaces modules, globals or the environment would reach the other files of a shared process. */
const CHANGES_ITS_PROCESS = /vi\.(mock|unmock|stub\w+|useFakeTimers)\(|@vitest-environment|process\.env\[[^\]]+\] =/
const ALONE = globSync(TEST_FILES).filter((file) => CHANGES_ITS_PROCESS.test(readFileSync(file, 'utf8')))

/**
 * First the files that have a process of their own, then the others: Vitest ends a shared process, with all modules it has loaded, whenever the
 * next file needs one of its own. Without the times of an earlier run it begins with the largest files, so the longest ones are named here.
 */
class LongestFirst extends BaseSequencer {
  static readonly LONGEST = ['openapi-fuzz', 'demo', 'backup-bucket', 'backup-interrupted', 'backup', 'real-pictures', 'evidence']

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = LongestFirst.LONGEST.map((name) => `/${name}.test.ts`)
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      if (project.name === 'alone') return -1
      const place = names.findIndex((name) => moduleId.endsWith(name))
      return place === -1 ? names.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

const common = {
  setupFiles: './tests/support/fast-passwords.ts',
  testTimeout: 20_000,
  hookTimeout: 60_000
}

export default defineConfig({
  test: {
    globalSetup: './tests/support/postgres.ts',
    // With the database, two keep two cores busy. With three, the processes that draw, which stand back, wait too long.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: 'alone', include: ALONE } },
      // Loading the whole app takes longer than most files' tests, so files share a process and its modules.
      { test: { ...common, name: 'shared', include: TEST_FILES, exclude: ALONE, isolate: false } }
    ]
  }
})
