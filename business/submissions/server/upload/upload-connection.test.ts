import { once } from 'node:events'
import { globSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
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

/**
 * Sends a file of zeros from a thread of its own. In this one, its bytes would be part of a heap that many test files share, and collecting that
 * garbage can take so long that the server, which is here, refuses calls as too busy.
 */
async function sendZeros(asset_id: string, megabytes: number): Promise<[status: number, body: unknown]> {
  const sender = new Worker(
    `const { parentPort, workerData: { url, token, asset_id, bytes } } = require('node:worker_threads')
    const form = new FormData()
    form.set('asset_id', asset_id)
    form.set('file', new Blob([new Uint8Array(bytes)]), 'large.png')
    fetch(url, { method: 'POST', headers: { authorization: 'Bearer ' + token }, body: form })
      .then(async (answer) => parentPort.postMessage([answer.status, await answer.json()]))`,
    { eval: true, workerData: { url: uploadUrl(), token, asset_id, bytes: megabytes * 1024 * 1024 } }
  )
  try {
    const [answer] = await once(sender, 'message')
    return answer
  } finally {
    await sender.terminate()
  }
}

const uploadUrl = () => `http://127.0.0.1:${address.port}/api/uploads/upload-file`

const call = async (form: FormData) =>
  fetch(uploadUrl(), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form
  })

test('a file of 101 MB is refused with 413 and leaves nothing behind', { timeout: 60_000 }, async () => {
  expect(await sendZeros(await emptyAsset(world), 101)).toMatchObject([
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
