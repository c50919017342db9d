import { inTime, TooLate } from '#platform/server/in-time.ts'

/** `skipped`: it could not be checked, because something else that is reported is missing. */
export type Mark = 'ok' | 'warning' | 'problem' | 'skipped'

export type Finding = { mark: Mark; found: string; advice?: string }

export type Check = { name: string; run(): Promise<Finding> }

export const ok = (found: string): Finding => ({ mark: 'ok', found })
export const warning = (found: string, advice: string): Finding => ({ mark: 'warning', found, advice })
export const problem = (found: string, advice: string): Finding => ({ mark: 'problem', found, advice })
export const skipped = (found: string): Finding => ({ mark: 'skipped', found })

export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : undefined
  return (cause?.message || error.message || error.name).split('\n')[0] ?? error.name
}

/** Runs a check. One that throws or takes too long is a problem, so that it hides no other. */
export async function runCheck({ run }: Check, limit_ms: number): Promise<Finding> {
  try {
    return await inTime(run(), limit_ms)
  } catch (error) {
    if (error instanceof TooLate) return tooSlow(limit_ms)
    return problem(messageOf(error), 'Fix the cause, and run npm run doctor again.')
  }
}

const tooSlow = (limit_ms: number): Finding =>
  problem(`no answer within ${limit_ms / 1000} seconds`, 'Check the address, the network, and the firewall.')

const SIGNS: Record<Mark, string> = { ok: '✓', warning: '!', problem: '✗', skipped: '–' }
const NAME_WIDTH = 14

/** Returns a finding as one line. `secrets` never appear in it, whatever an error says. */
export function lineOf(name: string, { mark, found, advice }: Finding, secrets: readonly string[]): string {
  const line = `${SIGNS[mark]} ${name.padEnd(NAME_WIDTH)} ${found.replace(/[.\s]+$/, '')}${advice ? `. ${advice}` : ''}`
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line.replace(/\s*\n\s*/g, ' '))
}

/** Returns the last line, such as '1 problem, 2 warnings'. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (mark: Mark) => findings.filter((finding) => finding.mark === mark).length
  const words = [
    [count('problem'), 'problem'],
    [count('warning'), 'warning']
  ] as const
  const parts = words.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}${number === 1 ? '' : 's'}`)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Everything is in order.'
}
