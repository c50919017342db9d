import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { typedWords } from '#platform/mails/index.ts'
import { CLAIM_KIND_LABELS, type ClaimKind, counterUntil } from '../rules.ts'

export type Letter = {
  subject: string
  title: string
  paragraphs: readonly string[]
  /** What a person wrote. */
  quote?: string
  details?: readonly (readonly [label: string, value: string])[]
  button?: { label: string; href: string }
  /** The beginning of the sentence that says why the recipient gets this email. */
  why: string
}

/** What letters say about a claim. */
export type LetterClaim = {
  id: string
  claim_number: string
  token: string
  asset_id: string
  asset_title: string
  kind: ClaimKind
  name: string
  decided_at: Date | null
  restores_on: string | null
}

/** What keeps a work off sale after a claim about it is over: another claim, or an admin who withheld it for another reason. */
export type Hold = 'claim' | 'admin'

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
/** For calendar days, which have no zone. */
const plainDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
export const showDay = (day: string): string => plainDay.format(new Date(`${day}T00:00:00Z`))

/** The last day on which the artist may answer, in California. A claim that is being decided counts as decided now. */
export const lastDayToAnswer = ({ decided_at }: LetterClaim, now: Date): string => longDay.format(counterUntil(decided_at ?? now))

export const titleOf = ({ asset_title }: LetterClaim): string => {
  const words = typedWords(asset_title)
  return words === undefined ? 'an asset' : `“${words}”`
}

export const detailsOf = (claim: LetterClaim): [string, string][] => [
  ['Claim', claim.claim_number],
  ['About', CLAIM_KIND_LABELS[claim.kind]]
]
