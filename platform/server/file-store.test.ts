import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from './file-store.ts'

const root = mkdtempSync(join(tmpdir(), 'easel-files-'))
const files = openFiles(join(root, 'store'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a file comes back whole, by range and by size, until it is deleted', async () => {
  await files.put('originals/ab/one.txt', Buffer.from('0123456789'), 'text/plain')
  expect((await files.bytes('originals/ab/one.txt')).toString()).toBe('0123456789')
  expect(await text(await files.stream('originals/ab/one.txt', { start: 2, end: 4 }))).toBe('234')
  expect(await text(await files.stream('originals/ab/one.txt'))).toBe('0123456789')
  expect(await files.size('originals/ab/one.txt')).toBe(10)
  await files.delete('originals/ab/one.txt')
  expect(await files.size('originals/ab/one.txt')).toBeUndefined()
  await expect(files.stream('originals/ab/one.txt')).rejects.toThrow()
})

test('a file of this machine is taken over and stays where it was; nothing half written is left behind', async () => {
  const upload = join(root, 'upload.bin')
  writeFileSync(upload, 'picture')
  await files.putFile('originals/cd/two.bin', upload, 'application/octet-stream')
  expect((await files.bytes('originals/cd/two.bin')).toString()).toBe('picture')
  expect(readdirSync(join(root, 'store/incoming'))).toEqual([])
})

test('the folder may be given as a file: address', async () => {
  await openFiles(pathToFileURL(join(root, 'other')).href).put('a', Buffer.from('x'), 'text/plain')
  expect(readdirSync(join(root, 'other'))).toContain('a')
})

test.each(['../outside', 'a/../../b', '/etc/passwd', 'a//b', ''])('the key %j does not leave the store', async (key) => {
  await expect(files.stream(key)).rejects.toThrow('Not a key')
})
