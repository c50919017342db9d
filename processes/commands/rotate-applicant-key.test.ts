import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
const data_dir = mkdtempSync(join(tmpdir(), 'easel-keys-'))
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(async () => {
  rmSync(data_dir, { recursive: true, force: true })
  await world.end()
})

async function run(command: string, words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const database = new URL(process.env['EASEL_TEST_PG']!)
  database.pathname = `/${rows[0]!.name}`
  const { APPLICANT_KEYS: _, ...env } = process.env
  return spawnSync(process.execPath, [command, ...words], {
    env: { ...env, DATA_DIR: data_dir, DATABASE_URL: database.href, ...more },
    encoding: 'utf8'
  })
}

const rotate = (...words: string[]) => run('processes/commands/rotate-applicant-key.ts', words)

test('a new key is added in front of the stored ones, and all file keys are re-encrypted with it', async () => {
  const storedKeys = () =>
    (JSON.parse(readFileSync(join(data_dir, 'secrets.json'), 'utf8')) as { applicant_keys: string }).applicant_keys.split(',')
  expect((await rotate()).status).toBe(0)
  const [first] = storedKeys()
  const second = await rotate()
  expect(second).toMatchObject({ status: 0, stdout: expect.stringContaining('secrets.json now contains') })
  expect(storedKeys()).toContain(first)
  expect(storedKeys()[0]).not.toBe(first)
  expect(await rotate('--rewrap')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Re-encrypted the keys of 0 files and 0 secrets of authenticator apps, and 0 of webhooks, with the key /)
  })
})

test('in production, commands that take no payments need no settings of PayPal', async () => {
  const production = { NODE_ENV: 'production', PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '', PAYPAL_WEBHOOK_ID: '' }
  expect(await run('processes/commands/rotate-applicant-key.ts', [], production)).toMatchObject({ status: 0, stderr: '' })
  // Without the owner it ends before it loads anything.
  const imported = await run('catalogue-import/main.ts', ['--owner', 'nobody@example.com'], production)
  expect(imported.stderr).toContain('No artist has the email address nobody@example.com')
})
