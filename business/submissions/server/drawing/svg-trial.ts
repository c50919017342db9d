import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { createFairQueue } from './fair-queue.ts'

const TRIALS_AT_ONCE = 3

const limitConcurrency = createFairQueue(TRIALS_AT_ONCE)

/**
 * Returns true if a cleaned SVG cannot be drawn within `limit_ms`. A few lines of nested uses, filters, patterns, and dashes can keep the
 * drawing library busy for hours, and a drawing in this process cannot be stopped, so the trial runs in a child process that can be killed.
 * An SVG that fails to draw returns false; the code that reads it later reports the error.
 */
export const takesTooLong = (path: string, { artist, limit_ms }: { artist: string; limit_ms: number }): Promise<boolean> =>
  limitConcurrency(artist, () => isCutOff(path, limit_ms))

function isCutOff(path: string, limit_ms: number): Promise<boolean> {
  const draw = join(process.cwd(), 'business/submissions/server/drawing/svg-draw.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [draw, path], { timeout: limit_ms, killSignal: 'SIGKILL' }, (error) => resolve(Boolean(error?.signal)))
  })
}
