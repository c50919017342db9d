import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPlace, type Place, urlOf } from '#tests/support/backups.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { openBackup, verifyBackup } from '../backup/verify-backup.ts'

const FILES = 250

let world: World
let place: Place
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  place = await openPlace('migrated')
  for (let index = 0; index < FILES; index += 1) await place.files.put(`originals/${index}`, randomBytes(20_000), 'image/png')
})
afterEach(() => place.end())

const environment = async () => {
  const { NODE_ENV: _testing, ...inherited } = process.env
  return { ...inherited, DATABASE_URL: await urlOf(world), FILES_URL: join(place.folder, 'files'), DATA_DIR: place.data_dir }
}

async function command(...words: string[]) {
  const options = { env: await environment(), encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [`processes/commands/backup.ts`, ...words], options)
  return { status, stdout, stderr }
}

/** Starts a backup and kills it when half of the files are stored. */
async function killedHalfway(): Promise<void> {
  const child = spawn(process.execPath, ['processes/commands/backup.ts', place.root], { env: await environment() })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (output.includes('Files: 50 %')) child.kill('SIGKILL')
  })
  expect((await ended)[1], output).toBe('SIGKILL')
}

test('a backup that was killed is no backup, and the next one continues where it stopped', async () => {
  await killedHalfway()
  expect(globSync(`${place.root}/backups/*`)).toEqual([])

  const { status, stdout } = await command(place.root)
  expect(status).toBe(0)
  const last = stdout.trim().split('\n').at(-1)
  const [, read] = /^Backup \S+ in \S+ is complete: \d+ tables, 250 files, .* New: (\d+) files, /.exec(last ?? '') ?? []
  expect(Number(read), stdout).toBeGreaterThan(0)
  // Files of the last group were read, but not noted yet.
  expect(Number(read)).toBeLessThanOrEqual(FILES / 2 + 8)
  expect(globSync(`${place.root}/unfinished/*`)).toEqual([])
  const [name] = globSync('*', { cwd: join(place.root, 'backups') })
  const manifest = await openBackup(place.root, name!)
  expect(manifest.files.count).toBe(FILES)
  await verifyBackup(place.root, manifest, () => {})
})

test('a backup that fails is not listed, is noted as failed, and the next one continues', async () => {
  let left = FILES / 2
  const stream: typeof place.files.stream = async (key, range) => {
    if (left-- > 0) return place.files.stream(key, range)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  await expect(place.backUp(world, { files: { ...place.files, stream } })).rejects.toThrow('no space left')
  expect(globSync(`${place.root}/backups/*`)).toEqual([])
  expect((await world.db.pool.query('select ok from platform.backup order by id desc limit 1')).rows).toEqual([{ ok: false }])
  const { read } = await place.backUp(world, { files: place.files })
  expect(read).toBeLessThanOrEqual(FILES / 2 + 8)
})

test('a folder that is in use, or contains something else, is refused', async () => {
  const other = join(place.folder, 'photos')
  mkdirSync(other)
  writeFileSync(join(other, 'cat.jpg'), 'x')
  expect(await command(other)).toMatchObject({ status: 1, stderr: expect.stringContaining('photos is not a folder of backups') })
  expect(await command(join(place.folder, 'files', 'backups'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('inside the file store')
  })
  expect(await command()).toMatchObject({ status: 1, stderr: expect.stringContaining('Name one folder: npm run backup -- DIR') })
  expect(await command(place.root, '--keep', '0')).toMatchObject({ status: 1, stderr: expect.stringContaining('--keep is "0"') })
  expect(readFileSync(join(other, 'cat.jpg'), 'utf8')).toBe('x')

  await place.backUp(world, { files: place.files })
  const holder = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)', 'processes/commands/backup.ts'])
  writeFileSync(join(place.root, 'lock'), String(holder.pid))
  expect(await command(place.root)).toMatchObject({ status: 1, stderr: expect.stringContaining(`Process ${holder.pid} is working in`) })
  await expect(place.restore()).rejects.toThrow('is working in')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await command(place.root)).toMatchObject({ status: 0 })
})
