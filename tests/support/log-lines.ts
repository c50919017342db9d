import { openLog } from '#platform/server/index.ts'

/** A log whose lines a test can read. */
export async function openLines() {
  const written: string[] = []
  const log = await openLog({ level: 'debug', readable: false, write: (line) => void written.push(line) })
  const lines = (): Record<string, unknown>[] => written.map((line) => JSON.parse(line))
  return {
    log,
    /** Everything that was written. */
    text: () => written.join(''),
    lines,
    /** What an operator should see: no requests, and no refusals that are the caller's own. */
    causes: () => lines().filter(({ level }) => level === 'warn' || level === 'error'),
    clear: () => void written.splice(0)
  }
}
