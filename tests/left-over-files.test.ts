import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setAvatar } from '#accounts/profile.contract.ts'
import { APPLICATION, applyWith, RESUME } from './support/givens/applicants.ts'
import { picture } from './support/givens/submissions.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
let stored: string[]
beforeEach(async () => {
  await world?.end()
  world = await freshWorld()
  stored = []
})
afterAll(() => world.end())

/** Ends every call right after it has stored its first file, as a killed process does: nothing else happens. */
function dieAfterStoring(): void {
  const { put } = world.ports.files
  world.ports.files.put = async (key, ...rest) => {
    await put(key, ...rest)
    stored.push(key)
    world.ports.files.delete = async () => {}
    throw new Error('The process is gone.')
  }
}

async function startAgain(original: Pick<World['files'], 'put' | 'delete'>): Promise<void> {
  Object.assign(world.ports.files, original)
  await sql`update jobs.job set start_after = now() where state = 'created'`.execute(world.db)
  await world.work()
}

const sizes = () => Promise.all(stored.map((key) => world.files.size(key)))

async function sendAvatar() {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await picture())]), 'me.png')
  return (await world.as('client'))(setAvatar, { body })
}

test('a picture that was stored for nobody is deleted, and one that somebody has stays', async () => {
  const original = { put: world.ports.files.put, delete: world.ports.files.delete }
  const { avatar_url } = await sendAvatar()
  dieAfterStoring()
  await expect(sendAvatar()).rejects.toThrow()
  await startAgain(original)
  expect(await sizes()).toEqual([undefined])
  expect(await world.files.size(avatar_url?.slice(1) ?? '')).toBeGreaterThan(0)
})

test('the files of an application that was never stored are deleted, and those of a stored one stay', async () => {
  const original = { put: world.ports.files.put, delete: world.ports.files.delete }
  const files = { resume: RESUME, gov_id: { name: 'id.png', bytes: await picture() } }
  expect((await applyWith(world, {}, files)).status).toBe(201)
  dieAfterStoring()
  expect((await applyWith(world, { ...APPLICATION, email: 'bob@example.com' }, files)).status).toBe(500)
  await startAgain(original)
  expect(await sizes()).toEqual([undefined])
  const kept = await world.db.selectFrom('careers.applicant_file').select('file_key').execute()
  expect(await Promise.all(kept.map(({ file_key }) => world.files.size(file_key)))).toEqual([expect.any(Number), expect.any(Number)])
})
