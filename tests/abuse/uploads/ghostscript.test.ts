import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { guarantees } from '#platform/server/decoders/confine.ts'
import { openLog, runProgram, withLog } from '#platform/server/index.ts'
import { readSettings } from '#processes/settings/read-settings.ts'
import { uploadProgress } from '#submissions/contract.ts'
import { USUAL_UPLOAD_LIMITS } from '#submissions/server/index.ts'
import { processFile } from '#submissions/server/upload/process-file.service.ts'
import { eps } from '#tests/support/givens/pages.ts'
import { emptyAsset, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
let token: string
const folder = mkdtempSync(join(tmpdir(), 'gs-'))
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterEach(() => {
  vi.unstubAllEnvs()
  world.ports.uploads = USUAL_UPLOAD_LIMITS
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.end()
})

/** Puts a program named gs in front of the PATH. It reports a version; asked to draw, it runs the script. */
function fakeGhostscript(version: string, script: string): void {
  const place = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(place, 'gs'), `#!/bin/sh\n[ "$1" = --version ] && { echo ${version}; exit; }\n${script}\n`)
  chmodSync(join(place, 'gs'), 0o755)
  vi.stubEnv('PATH', `${place}${delimiter}${process.env['PATH']}`)
}

async function processed(ghostscript: boolean) {
  world.ports.uploads = { ...USUAL_UPLOAD_LIMITS, ghostscript }
  const { body } = await sendUpload(world, token, { asset_id: await emptyAsset(world) }, { name: 'fox.eps', bytes: eps('showpage') })
  await processFile(world.ctx(), body.id)
  expect(readdirSync(world.settings.temp_dir)).toEqual([])
  return (await world.as('employee'))(uploadProgress, { params: { file_id: body.id } })
}

/** Reports what it sees by failing with a code. */
const DRAWS_NOTHING = 'exit 3'

test('Ghostscript runs no file unless GHOSTSCRIPT is 1', async () => {
  expect(readSettings({ DATA_DIR: folder }).uploads.ghostscript).toBe(false)
  expect(readSettings({ DATA_DIR: folder, GHOSTSCRIPT: '1' }).uploads.ghostscript).toBe(true)
  expect(() => readSettings({ DATA_DIR: folder, GHOSTSCRIPT: 'yes' })).toThrow(/GHOSTSCRIPT/)
  fakeGhostscript('10.02.1', DRAWS_NOTHING)
  expect(await processed(false)).toMatchObject({ status: 'ready', preview_urls: null })
  expect(await processed(true)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/EPS could not be drawn/) })
})

test.each(['9.55.0', '9.06', 'strange'])('version %s is too old: it runs no file, and the log says so once', async (version) => {
  const lines: string[] = []
  const log = await openLog({ level: 'warn', readable: false, write: (line) => void lines.push(line) })
  fakeGhostscript(version, DRAWS_NOTHING)
  await withLog({ log }, async () => {
    expect(await processed(true)).toMatchObject({ status: 'ready', preview_urls: null })
    expect(await processed(true)).toMatchObject({ status: 'ready', preview_urls: null })
  })
  const text = `Ghostscript is not used: its version is ${version}, and 10.0 or newer is needed`
  expect(lines.filter((line) => line.includes('Ghostscript')).map((line) => JSON.parse(line).msg)).toEqual([text])
})

test('it sees none of our environment', async () => {
  vi.stubEnv('SESSION_SECRET', 'a-secret')
  const seen = await runProgram(['/bin/sh', '-c', 'env'], {
    folder,
    limit_ms: 20_000,
    memory_mb: 200,
    file_mb: 1
  })
  const names = seen.match(/^[A-Z_]+(?==)/gm)?.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))
  expect(names?.sort()).toEqual(['HOME', 'PATH', 'TMPDIR'])
  expect(seen).toContain(`HOME=${folder}\n`)
  expect(seen).not.toContain('a-secret')
})

test('it cannot read the environment of another process of ours', async ({ skip }) => {
  skip(!(await guarantees()).is_read_only, 'This system does not allow mount namespaces.')
  const ours = spawn('sleep', ['60'], { env: { ...process.env, SESSION_SECRET: 'a-secret' } })
  const limits = { folder, limit_ms: 20_000, memory_mb: 200, file_mb: 1 }
  const seen = await runProgram(['/bin/sh', '-c', `cat /proc/${ours.pid}/environ; exit 0`], limits)
  expect(readFileSync(`/proc/${ours.pid}/environ`, 'utf8')).toContain('a-secret')
  ours.kill()
  expect(seen).not.toContain('a-secret')
})

test('it cannot reach a listener on this machine', async ({ skip }) => {
  skip(!(await guarantees()).has_no_network, 'This system does not allow network namespaces.')
  let reached = 0
  const listener = createServer((socket) => {
    reached += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const code = `require('node:net').connect(${port}, '127.0.0.1').on('error', (error) => { console.log(error.code); process.exit() }).on('connect', () => { console.log('connected'); process.exit() })`
  const limits = { folder, limit_ms: 20_000, memory_mb: 2048, file_mb: 1 }
  expect((await runProgram([process.execPath, '-e', code], limits)).trim()).toMatch(/ENETUNREACH|EPERM|EACCES/)
  listener.close()
  expect(reached).toBe(0)
})

test('it writes in its own folder only', async ({ skip }) => {
  skip(!(await guarantees()).is_read_only, 'This system does not allow mount namespaces.')
  const [own, other] = [mkdtempSync(join(folder, 'a space-')), mkdtempSync(join(folder, 'other-'))]
  const limits = { folder: own, limit_ms: 20_000, memory_mb: 200, file_mb: 1 }
  const script = `echo mine > "$TMPDIR/mine"; touch '${other}/theirs' /var/tmp/theirs 2>/dev/null && echo written; cat "$TMPDIR/mine"`
  expect(await runProgram(['/bin/sh', '-c', script], limits)).toBe('mine\n')
  expect([readdirSync(own), readdirSync(other)]).toEqual([['mine'], []])
})

test.each([
  ['writes a file without end', 'dd if=/dev/zero of="$TMPDIR/big" bs=1M count=200 2>/dev/null; [ -s "$TMPDIR/big" ] && exit 1'],
  ['needs processor time without end', 'while :; do :; done']
])('one that %s is stopped', async (_name, script) => {
  const limits = { folder, limit_ms: 2000, memory_mb: 200, file_mb: 1 }
  await expect(runProgram(['/bin/sh', '-c', script], limits)).rejects.toThrow()
})

test('what it leaves behind is not drawn unless it is a PNG', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><path d="M0 0h99v99z"/></svg>'
  fakeGhostscript('10.02.2', `for word; do case "$word" in -sOutputFile=*) echo '${svg}' > "\${word#-sOutputFile=}";; esac; done`)
  expect(await processed(true)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/EPS could not be drawn/) })
})
