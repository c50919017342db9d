import { expect, test } from 'vitest'
import { openDisk } from './disk.ts'

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
