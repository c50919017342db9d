import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guarantees } from './confine.ts'
import { openDecoder } from './decoder.ts'
import { compileCommand } from './decoder-process.ts'
import { FileBytes } from './frames.ts'

type Tasks = typeof import('./test-tasks/everything-tasks.ts')
const TASKS = { module: 'platform/server/decoders/test-tasks/everything-tasks.ts', processes: 1 } as const
const LONG_MS = 30_000
const SHORT_MS = 500

const decoder = openDecoder<Tasks>(TASKS)
const folder = mkdtempSync(join(tmpdir(), 'decoder-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a job', () => {
  test('gets and returns bytes, large numbers, and lists', async () => {
    const value = { bytes: Buffer.from('fox'), big: 2n ** 70n, list: [1, null, { empty: Buffer.alloc(0) }], text: 'ä' }
    expect(await decoder.run('echo', LONG_MS, value)).toEqual(value)
  })

  test('gets the bytes of a file that was never read here', async () => {
    const path = join(folder, 'large')
    writeFileSync(path, Buffer.alloc(3_000_000, 5))
    const answer = await decoder.run('echo', LONG_MS, new FileBytes(path, 3_000_000))
    expect(answer instanceof Buffer && answer.equals(Buffer.alloc(3_000_000, 5))).toBe(true)
  })

  test('that refuses rejects with the same refusal, and one that fails with its message', async () => {
    const refusal = { name: 'Refusal', code: 'unreadable', status: 422, message: 'This cannot be read.', fields: { file: 'This one.' } }
    await expect(decoder.run('fail', LONG_MS, 'refusal')).rejects.toMatchObject(refusal)
    await expect(decoder.run('fail', LONG_MS, 'error')).rejects.toThrow('This is a bug.')
  })

  test('runs in another process, which is used again until it has had enough jobs', async () => {
    const short = openDecoder<Tasks>({ ...TASKS, jobs_max: 2 })
    const [first, second, third] = [await short.run('pid', LONG_MS), await short.run('pid', LONG_MS), await short.run('pid', LONG_MS)]
    expect([first === process.pid, first === second, second === third]).toEqual([false, true, false])
  })
})

test('a decoder that cannot start is not the fault of a file', async () => {
  const missing = openDecoder<Tasks>({ ...TASKS, module: 'platform/server/decoders/missing-tasks.ts' })
  await expect(missing.run('pid', LONG_MS)).rejects.toMatchObject({
    name: 'DecoderUnavailable',
    message: expect.stringMatching(/could not be started.*missing/s)
  })
})

test('a decoder reads compiled code and cannot write any, where the system allows a mount namespace', async ({ skip }) => {
  skip(!(await guarantees()).is_read_only, 'This system does not allow mount namespaces.')
  const compiled = join(folder, 'compiled')
  const { args, env } = compileCommand([TASKS.module], compiled)
  execFileSync(process.execPath, args, { env: { ...process.env, ...env } })
  const stored = readdirSync(compiled, { recursive: true })
  expect(stored.length).toBeGreaterThan(100)
  const quick = openDecoder<Tasks>({ ...TASKS, compiled })
  expect(await quick.run('compiled', LONG_MS)).toMatch(compiled)
  expect(await quick.run('writeIt', LONG_MS, join(compiled, 'mine'))).toBe('EROFS')
  expect(readdirSync(compiled, { recursive: true })).toEqual(stored)
  const slow = openDecoder<Tasks>({ ...TASKS, compiled: join(folder, 'nothing') })
  expect(await slow.run('compiled', LONG_MS)).toBeNull()
})

test('a signal to all processes of the product does not cut off a job', async () => {
  const pid = await decoder.run('pid', LONG_MS)
  const job = decoder.run('sleep', LONG_MS, 300)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal)
  await job
  expect(await decoder.run('pid', LONG_MS)).toBe(pid)
})

describe('a job that goes too far is ended, and the next one gets a new process:', () => {
  test.each([
    ['it blocks its thread', 'spin', []],
    ['it waits', 'sleep', [60_000]]
  ] as const)('%s', async (_name, task, args) => {
    const before = await decoder.run('pid', LONG_MS)
    const run: Promise<unknown> = task === 'spin' ? decoder.run('spin', SHORT_MS) : decoder.run('sleep', SHORT_MS, args[0])
    await expect(run).rejects.toMatchObject({ name: 'DecoderEnded', reason: 'too_long' })
    expect(() => process.kill(before, 0)).toThrow('ESRCH')
    expect(await decoder.run('pid', LONG_MS)).not.toBe(before)
  })

  test('it ends its process', async () => {
    await expect(decoder.run('fail', LONG_MS, 'exit')).rejects.toMatchObject({
      reason: 'crashed',
      message: expect.stringMatching(/code 7/)
    })
    expect(await decoder.run('echo', LONG_MS, 1)).toBe(1)
  })

  test.runIf(process.platform === 'linux')('it uses more memory than it may', async () => {
    const small = openDecoder<Tasks>({ ...TASKS, memory_mb: 200 })
    expect(await small.run('fillMemory', LONG_MS, 64)).toBe(4)
    for (const run of [() => small.run('fillMemory', LONG_MS, 600), () => small.run('fillNativeMemory', LONG_MS, 15_000)])
      await expect(run()).rejects.toThrow()
    expect(await small.run('echo', LONG_MS, 1)).toBe(1)
  })
})

test('a decoder in the background draws with one thread', async () => {
  const background = openDecoder<Tasks>({ ...TASKS, is_background: true })
  expect(await background.run('environment', LONG_MS)).toMatchObject({ UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' })
})

describe('a decoder cannot', () => {
  test('see our environment', async () => {
    process.env['EASEL_TEST_SECRET'] = 'secret'
    const names = Object.keys(await openDecoder<Tasks>(TASKS).run('environment', LONG_MS))
    expect(names.filter((name) => !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_', 'VIPSHOME', 'NODE_COMPILE_CACHE'].includes(name))).toEqual([])
  })

  test('read our files or run programs', async () => {
    expect(await decoder.run('readIt', LONG_MS, join(process.cwd(), 'README.md'))).toBe('ERR_ACCESS_DENIED')
    expect(await decoder.run('readIt', LONG_MS, '/etc/passwd')).toBe('ERR_ACCESS_DENIED')
    expect(await decoder.run('runIt', LONG_MS, '/bin/true')).toBe('ERR_ACCESS_DENIED')
  })

  test('write files, in JavaScript or by native code', async () => {
    const path = join(folder, 'written.png')
    expect(await decoder.run('writeIt', LONG_MS, path)).toBe('ERR_ACCESS_DENIED')
    expect(existsSync(path)).toBe(false)
    expect(await decoder.run('writeNatively', LONG_MS, path)).toMatch(/write error|unable to open for write/)
  })

  test('delete files by native code, where the system allows a mount namespace', async ({ skip }) => {
    skip(!(await guarantees()).is_read_only, 'This system does not allow mount namespaces.')
    const path = join(folder, 'precious.png')
    writeFileSync(path, 'precious')
    expect(await decoder.run('writeNatively', LONG_MS, path)).toMatch(/unable to open for write/)
    expect(readFileSync(path, 'utf8')).toBe('precious')
  })

  describe('reach the network', () => {
    const listener = createServer((socket) => socket.destroy())
    let port = 0
    beforeAll(async () => {
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
      const address = listener.address()
      port = typeof address === 'object' && address ? address.port : 0
    })
    afterAll(() => void listener.close())

    test('where the system allows a network namespace', async ({ skip }) => {
      skip(!(await guarantees()).has_no_network, 'This system does not allow network namespaces.')
      expect(await decoder.run('reach', LONG_MS, port)).toMatch(/ENETUNREACH|EPERM|EACCES/)
    })
  })
})
