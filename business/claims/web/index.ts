export { ClaimMessages } from './claim-messages.tsx'
export { CLAIM_TONES, showCalendarDay, stateLabel } from './claim-words.ts'
