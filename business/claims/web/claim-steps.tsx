import { showDay } from '#platform/web/show.ts'
import { Moment } from '#platform/web/ui/moment.tsx'
import { type ClaimState, counterUntil, isOpen } from '../rules.ts'
import css from './claim-steps.module.css'
import { showCalendarDay } from './claim-words.ts'

type Course = {
  state: ClaimState
  received_at?: string | undefined
  decided_at: string | null
  restores_on: string | null
  /** When the counter-notice came, for those who may see it. */
  countered_at?: string | null | undefined
  suit_at?: string | undefined
  /** When it was rejected, withdrawn, or restored. */
  ended_at?: string | null | undefined
  /** Whether the artist reads it. */
  is_own?: boolean
}

/** `at` is an instant of a step that is done; `note` says when a coming one is due. */
type Step = { name: string; at?: string | undefined; note?: string | undefined; isDone: boolean }

/** What happened to a claim so far, and what comes next. */
export function ClaimSteps(course: Course) {
  return (
    <ol className={css['steps']} aria-label="Progress of the claim">
      {stepsOf(course).map(({ name, at, note, isDone }) => (
        <li key={name} className={css['step']} data-done={isDone}>
          <span className={css['name']}>{name}</span>
          <span className={css['when']}>{at ? <Moment iso={at} /> : note}</span>
        </li>
      ))}
    </ol>
  )
}

/** The steps in their order. Their names differ from those of the states, which stand beside them. */
export function stepsOf(course: Course): Step[] {
  const { state, received_at, decided_at, ended_at } = course
  const received = received_at ? [{ name: 'Report received', at: received_at, isDone: true }] : []
  if (isOpen(state)) return [...received, ...openSteps(state)]
  if (state === 'withdrawn') return [...received, { name: 'Withdrawn by the claimant', at: ended_at ?? undefined, isDone: true }]
  if (state === 'rejected') return [...received, { name: 'Report rejected', at: decided_at ?? undefined, isDone: true }]
  return [...received, { name: 'Taken off sale', at: decided_at ?? undefined, isDone: true }, ...answerSteps(course)]
}

const openSteps = (state: ClaimState): Step[] => [
  ...(state === 'needs_info' ? [{ name: 'We asked the claimant', note: 'Waiting for an answer', isDone: false }] : []),
  { name: 'Decision', note: 'Not yet', isDone: false }
]

/** What follows an upheld claim. */
function answerSteps({ state, decided_at, restores_on, countered_at, suit_at, ended_at, is_own }: Course): Step[] {
  const who = is_own ? 'You' : 'The artist'
  if (state === 'upheld') {
    const until = decided_at ? counterUntil(new Date(decided_at)).toISOString() : undefined
    return [{ name: `${who} may answer`, note: until && `until ${showDay(until)}`, isDone: false }]
  }
  const answered = state === 'countered' || countered_at ? [{ name: `${who} answered`, at: countered_at ?? undefined, isDone: true }] : []
  if (state === 'restored') return [...answered, { name: 'The claim is over', at: ended_at ?? undefined, isDone: true }]
  if (restores_on) return [...answered, { name: 'Back on sale', note: showCalendarDay(restores_on), isDone: false }]
  return [...answered, { name: 'A suit was filed', at: suit_at, note: 'Off sale until it is settled', isDone: true }]
}
