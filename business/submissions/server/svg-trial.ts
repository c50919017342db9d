import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fairTurns } from './fair-turns.ts'

const LONGEST_MS = 10_000
const TRIALS_AT_ONCE = 3

const inTurn = fairTurns(TRIALS_AT_ONCE)

/**
 * Whether a cleaned SVG keeps the drawing library busy beyond reason: nested uses, filters, patterns and dashes can do that in a few lines,
 * and a drawing that has begun cannot be stopped in this process. Drawn once in a process of its own, which can.
 * What cannot be drawn at all ends in time too: that is told by those who read it later.
 */
export const takesTooLong = (path: string, artist: string): Promise<boolean> => inTurn(artist, () => isCutOff(path))

function isCutOff(path: string): Promise<boolean> {
  const draw = join(process.cwd(), 'business/submissions/server/svg-draw.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [draw, path], { timeout: LONGEST_MS, killSignal: 'SIGKILL' }, (error) => resolve(Boolean(error?.signal)))
  })
}
