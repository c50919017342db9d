export { ClaimMessages } from './claim-messages.tsx'
export { ClaimSteps } from './claim-steps.tsx'
export { CLAIM_TONES, showCalendarDay, stateLabel } from './claim-words.ts'
