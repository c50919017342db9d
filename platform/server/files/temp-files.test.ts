import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearOldFiles, keepClear } from './temp-files.ts'

const root = mkdtempSync(join(tmpdir(), 'easel-temp-'))
const folder = join(root, 'temp')
const now = Date.now()
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)

afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'eps-old'), { recursive: true })
  for (const name of ['upload-old', 'upload-young', 'eps-old/drawing.eps']) writeFileSync(join(folder, name), 'x')
  utimesSync(join(folder, 'upload-young'), minutesAgo(59), minutesAgo(59))
  for (const name of ['upload-old', 'eps-old']) utimesSync(join(folder, name), minutesAgo(61), minutesAgo(61))
})

test('files of a killed process are deleted after an hour, and not before', async () => {
  await clearOldFiles(folder, now)
  expect(readdirSync(folder)).toEqual(['upload-young'])
})

test('an app clears the folder when it starts, and creates it if it is missing', async () => {
  const app = Fastify()
  keepClear(app, folder)
  await app.ready()
  expect(readdirSync(folder)).toEqual(['upload-young'])
  await app.close()
  const other = Fastify()
  keepClear(other, join(root, 'new'))
  await other.ready()
  expect(readdirSync(join(root, 'new'))).toEqual([])
  await other.close()
})
