import { globSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyAsset, picture } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { ownAsset } from '../../contract.ts'

let world: World
let token: string
let address: { port: number }
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  address = world.app.server.address() as { port: number }
})
afterAll(() => world.end())

const call = async (form: FormData) =>
  fetch(`http://127.0.0.1:${address.port}/api/uploads/upload-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form
  })

test('a file of 101 MB is refused with 413 and leaves nothing behind', { timeout: 60_000 }, async () => {
  const form = new FormData()
  form.set('asset_id', await emptyAsset(world))
  form.set('file', new Blob([new Uint8Array(101 * 1024 * 1024)]), 'large.png')
  const answer = await call(form)
  expect([answer.status, await answer.json()]).toMatchObject([
    413,
    { code: 'file_too_large', error: 'This file is too large: at most 100 MB.' }
  ])
  expect(globSync('*', { cwd: world.settings.temp_dir })).toEqual([])
})

test('an interrupted upload leaves nothing behind, and the server keeps working', async () => {
  const asset_id = await emptyAsset(world)
  const bytes = await picture()
  await new Promise<void>((resolve, reject) => {
    const socket = connect(address.port, '127.0.0.1', () => {
      socket.write(
        `POST /api/uploads/upload-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9999999\r\n\r\n` +
          `--b\r\ncontent-disposition: form-data; name="asset_id"\r\n\r\n${asset_id}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
      )
      socket.write(bytes, () => setTimeout(() => socket.destroy(), 100))
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
  await expect.poll(() => globSync('*', { cwd: world.settings.temp_dir })).toEqual([])
  expect((await (await world.as('employee'))(ownAsset, { params: { asset_id } })).asset_files).toEqual([])
  const form = new FormData()
  form.set('asset_id', asset_id)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  expect((await call(form)).status).toBe(200)
})
