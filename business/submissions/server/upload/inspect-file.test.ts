import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { checks } from '../drawing/decoders.ts'
import { USUAL_UPLOAD_LIMITS } from '../ports.ts'
import { inspectFile } from './inspect-file.ts'

test('an SVG that is too large is refused before anything in it is decoded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inspect-'))
  const path = join(folder, 'large.svg')
  await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg"><metadata>c2pa</metadata>${'<g/>'.repeat(2_700_000)}</svg>`)
  const decoding = vi.spyOn(checks, 'run')
  const sent = { path, filename: 'large.svg', bytes: 10_800_000, sha256: '' }
  await expect(inspectFile(sent, { artist: 'artist', limits: USUAL_UPLOAD_LIMITS })).rejects.toMatchObject({ code: 'file_too_large' })
  expect(decoding).not.toHaveBeenCalled()
  decoding.mockRestore()
  await rm(folder, { recursive: true })
})
