import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DATA = join(import.meta.dirname, '../data')

/** Returns the absolute path of a file in `tests/data`; throws when it is missing. */
export function dataFile(name: string): string {
  const path = join(DATA, name)
  if (!existsSync(path)) throw new Error(`tests/data/${name} is missing.`)
  return path
}

/** Returns the absolute paths of the files in `tests/data` that match, sorted; throws when there are none. */
export function dataFiles(pattern: string): string[] {
  const paths = globSync(join(DATA, pattern)).sort()
  if (paths.length === 0) throw new Error(`No file matches tests/data/${pattern}.`)
  return paths
}

/** Returns the strings of the Big List of Naughty Strings. */
export const naughtyStrings = (): string[] => JSON.parse(readFileSync(dataFile('naughty-strings.json'), 'utf8'))
