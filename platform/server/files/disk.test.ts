import { expect, test } from 'vitest'
import { openDisk, withRoom } from './disk.ts'

const GB = 1024 ** 3
const DISKS = new Map([
  ['/large', { free: 40, total: 1000 }],
  ['/small', { free: 10, total: 20 }]
])

const readSpace = async (folder: string) => {
  const { free, total } = DISKS.get(folder) ?? { free: 0, total: 0 }
  return { bsize: GB, blocks: total, bavail: free }
}

test('room is low when any disk is, even one with more free bytes than another', async () => {
  const disk = openDisk(['/large', '/small'], readSpace)
  expect(await disk.isLow()).toBe(true)
  await expect(disk.reserve(1)).rejects.toMatchObject({ status: 507 })
  expect((await disk.space()).free_bytes).toBe(10 * GB)
  const small = openDisk(['/small'], readSpace)
  expect(await small.isLow()).toBe(false)
  const done = await small.reserve(5 * GB)
  await expect(small.reserve(5 * GB)).rejects.toMatchObject({ status: 507 })
  done()
  await expect(small.reserve(5 * GB)).resolves.toBeTypeOf('function')
})

test('bytes of unknown number are written while there is room for them', async () => {
  let free = 10
  const disk = openDisk(['/disk'], async () => ({ bsize: GB, blocks: 20, bavail: free }))
  async function* bytes() {
    for (let count = 0; count < 4; count += 1) yield new Uint8Array(48 * 1024 ** 2)
  }
  let passed = 0
  for await (const chunk of withRoom(disk, bytes())) passed += chunk.length
  expect(passed).toBe(4 * 48 * 1024 ** 2)
  const halfway = async () => {
    for await (const _ of withRoom(disk, bytes())) free = 0
  }
  await expect(halfway()).rejects.toMatchObject({ status: 507 })
})
