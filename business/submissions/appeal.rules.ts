/* Appeals of artists against rejections. */

export const APPEAL_STATES = ['open', 'overturned', 'upheld', 'withdrawn'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

export const APPEAL_STATE_LABELS: Record<AppealState, string> = {
  open: 'Open',
  overturned: 'Overturned',
  upheld: 'Upheld',
  withdrawn: 'Withdrawn'
}

/** `overturn` ends the rejection, `uphold` leaves it as it is. */
export const APPEAL_DECISIONS = ['overturn', 'uphold'] as const
export type AppealDecision = (typeof APPEAL_DECISIONS)[number]

/** Characters. */
export const APPEAL_MAX = 2000

export const APPEAL_MESSAGES = {
  message: 'Please write why the decision is wrong.',
  answer: 'Please write why. The artist reads it.',
  decision: 'Choose overturn or uphold.',
  appeal_failed: 'Error sending appeal',
  decide_failed: 'Error deciding the appeal.'
} as const

/** An artist may appeal each rejection once. `appeal` is the last one about the asset. */
export const mayAppeal = ({ status, appeal }: { status: string; appeal: { state: AppealState } | null }): boolean =>
  status === 'rejected' && appeal === null
