import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addStoredKey, storedSecret } from './stored-secrets.ts'

const run = promisify(execFile)
const secrets = join(import.meta.dirname, 'stored-secrets.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const kept = () => JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>

/** A separate process that reads secrets from a given time on. */
async function ask(names: readonly string[], at: number): Promise<Record<string, string>> {
  const script = `
    const { storedSecret } = await import(${JSON.stringify(secrets)})
    while (Date.now() < ${at});
    const found = ${JSON.stringify(names)}.map((name) => [name, storedSecret(${JSON.stringify(folder)}, name)])
    console.log(JSON.stringify(Object.fromEntries(found)))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout) as Record<string, string>
}

test('processes that start together get the same secrets, and none is lost', async () => {
  const shared = Array.from({ length: 10 }, (_, index) => `shared_${index}`)
  const at = Date.now() + 1500
  const answers = await Promise.all(
    [1, 2, 3, 4].map((own) =>
      ask(
        shared.flatMap((name) => [name, `${name}_of_${own}`]),
        at
      )
    )
  )
  expect(Object.keys(kept())).toHaveLength(50)
  for (const answer of answers) expect(kept()).toMatchObject(answer)
  expect(existsSync(join(folder, 'secrets.json.lock'))).toBe(false)
}, 30_000)

test('a lock left by a crash is released', () => {
  const lock = join(folder, 'secrets.json.lock')
  writeFileSync(lock, '')
  const before = new Date(Date.now() - 6000)
  utimesSync(lock, before, before)
  expect(storedSecret(folder, 'one')).toBe(kept()['one'])
  expect(existsSync(lock)).toBe(false)
})

test('a new key is added in front of the stored one', () => {
  const first = storedSecret(folder, 'keys')
  expect(addStoredKey(folder, 'keys')).toBe(2)
  expect(kept()['keys']!.split(',')[1]).toBe(first)
  expect(addStoredKey(folder, 'fresh')).toBe(2)
})
