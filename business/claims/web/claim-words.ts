import type { Tone } from '#platform/web/ui/feedback/notice.tsx'
import { CLAIM_STATE_LABELS, type ClaimState, COUNTER_DAYS } from '../rules.ts'

export const CLAIM_TONES: Record<ClaimState, Tone | 'quiet'> = {
  received: 'info',
  needs_info: 'warn',
  upheld: 'bad',
  rejected: 'quiet',
  countered: 'warn',
  restored: 'good',
  withdrawn: 'quiet'
}

export const stateLabel = (state: ClaimState): string => CLAIM_STATE_LABELS[state]

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day of the calendar, YYYY-MM-DD, which has no time zone. */
export const showCalendarDay = (iso: string): string => day.format(new Date(`${iso}T00:00:00Z`))

/** What happens next, for the claimant. */
export function nextStep({ state, restores_on }: { state: ClaimState; restores_on: string | null }): string {
  const steps: Record<ClaimState, string> = {
    received: 'One of us will look at it soon. You do not have to do anything.',
    needs_info: 'We have a question. Please answer below.',
    upheld: `The asset is off sale. Its artist may send a counter-notice within ${COUNTER_DAYS} days of our decision.`,
    rejected: 'We looked at it and did not take the asset off sale.',
    countered: restores_on
      ? `The artist sent a counter-notice. We restore the asset on ${showCalendarDay(restores_on)} unless you tell us before then that you filed suit.`
      : 'The artist sent a counter-notice, and a suit was filed. The asset stays off sale until that is settled.',
    restored: 'The asset is no longer off sale because of this report.',
    withdrawn: 'You withdrew this report.'
  }
  return steps[state]
}
