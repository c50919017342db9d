import type { Sender } from '#platform/mails/index.ts'
import { detailsOf, type Letter, type LetterClaim, showDay, titleOf } from './letter.ts'

/** What every letter to the claims desk ends with. A message itself may be private, so no letter quotes one. */
const openClaim = (sender: Sender, claim: LetterClaim) => ({
  details: detailsOf(claim),
  button: { label: 'Open the claim', href: `${sender.public_url}/admin/claims/${claim.id}` },
  why: 'You are receiving this email because you handle claims'
})

export const newClaimLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `New claim ${claim.claim_number}`,
  title: `New claim about ${titleOf(claim)}`,
  paragraphs: ['Someone reported an asset. Please look at it soon: a notice has to be handled without delay.'],
  ...openClaim(sender, claim)
})

/** When the claimant answers our question. */
export const claimantAnsweredLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `The claimant of ${claim.claim_number} answered our question`,
  title: 'The claimant answered our question',
  paragraphs: [`There is an answer about ${titleOf(claim)}. The claim waits for a decision again. Please look at it soon.`],
  ...openClaim(sender, claim)
})

/** When the claimant writes after the decision. */
export const claimantWroteLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `The claimant of ${claim.claim_number} wrote to us`,
  title: 'The claimant wrote to us',
  paragraphs: [
    `There is a new message about ${titleOf(claim)}. If it says that a suit was filed, record it on the claim${claim.restores_on ? ` before ${showDay(claim.restores_on)}, when the work returns` : ''}.`
  ],
  ...openClaim(sender, claim)
})
