import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { connect } from 'node:net'
import sharp from 'sharp'
import { Refusal } from '../../refusal.ts'

/** What decoder.test.ts runs in a decoder. */
export const echo = async (value: unknown): Promise<unknown> => value
/** The folder with the compiled code that this process reads. */
export const compiled = async (): Promise<string | null> => getCompileCacheDir() ?? null
export const pid = async (): Promise<number> => process.pid
export const environment = async (): Promise<NodeJS.ProcessEnv> => process.env
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function spin(): Promise<void> {
  for (;;) Math.random()
}

export async function fail(how: 'refusal' | 'error' | 'exit'): Promise<void> {
  if (how === 'exit') process.exit(7)
  throw how === 'error'
    ? new Error('This is a bug.')
    : new Refusal('unreadable', 422, 'This cannot be read.', { fields: { file: 'This one.' } })
}

/** Fills memory outside the JavaScript heap. */
export async function fillMemory(mb: number): Promise<number> {
  const held: Buffer[] = []
  for (let at = 0; at < mb; at += 16) held.push(Buffer.alloc(16 * 1024 * 1024, 1))
  return held.length
}

/** Draws natively, where JavaScript's permissions do not reach. */
export const fillNativeMemory = async (side: number): Promise<number> =>
  (
    await sharp({ create: { width: side, height: side, channels: 4, background: '#123' }, limitInputPixels: false })
      .raw()
      .toBuffer()
  ).length

export const reach = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve('connected'))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
  })

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'done'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

export const readIt = async (path: string): Promise<string> => codeOf(() => readFileSync(path))
export const writeIt = async (path: string): Promise<string> => codeOf(() => writeFileSync(path, 'text'))
export const runIt = async (program: string): Promise<string> => codeOf(() => execFileSync(program))

/** libvips writes files itself. */
export const writeNatively = async (path: string): Promise<string> =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .png()
    .toFile(path)
    .then(
      () => 'done',
      (error: Error) => error.message
    )
