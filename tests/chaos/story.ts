import type { Outcome } from './people.ts'
import type { Rig } from './rig.ts'

/** What a 2xx response said. `broken` returns why it is not true, if it is not. */
export type Promised = {
  what: string
  /** A retention rule deletes it after months. */
  is_temporary?: boolean
  broken(rig: Rig): Promise<string | undefined>
}

/** What happened in one schedule, for its report, and what was promised. */
export type Story = { started: number; played_ms: number; lines: string[]; promises: Promised[] }

export const newStory = (): Story => ({ started: Date.now(), played_ms: 0, lines: [], promises: [] })

export function tell(story: Story, line: string): void {
  story.lines.push(`${String(Date.now() - story.started).padStart(6)} ms  ${line}`)
}

/** Notes how a call ended and returns its answer, if it has one. */
export function answerOf<T>(story: Story, what: string, outcome: Outcome<T>): T | undefined {
  const { how } = outcome
  const why = how === 'refused' ? ` (${outcome.code})` : how === 'given up' ? ` (${String(outcome.error)})` : ''
  tell(story, `${what}: ${how}${why}`)
  return how === 'answered' ? outcome.answer : undefined
}
