import { hello, type Sender } from '#platform/mails/index.ts'
import { RESTORE_BUSINESS_DAYS, STRIKES_MAX } from '../rules.ts'
import { detailsOf, type Hold, type Letter, type LetterClaim, lastDayToAnswer, showDay, titleOf } from './letter.ts'

const WHY = 'You are receiving this email because you are an artist'
const claimButton = (sender: Sender, { id }: LetterClaim) => ({
  label: 'See the claim',
  href: `${sender.public_url}/employee/claims/${id}`
})

type Artist = { name: string; strikes: number; is_paused: boolean }

export function takenDownLetter(sender: Sender, claim: LetterClaim, message: string, artist: Artist, now: Date): Letter {
  const count = `This claim counts as a strike: you have ${artist.strikes} of ${STRIKES_MAX}.`
  return {
    subject: `Your work was taken off sale: claim ${claim.claim_number}`,
    title: 'Your work was taken off sale',
    paragraphs: [
      hello(artist.name),
      `Someone claims that ${titleOf(claim)} infringes their rights. We looked at it and upheld the claim. The work is off sale; people who hold a license keep it.`,
      `If you think this is a mistake, you can send a counter-notice until ${lastDayToAnswer(claim, now)}. Then we restore the work ${RESTORE_BUSINESS_DAYS} business days later unless the other side files suit.`,
      artist.is_paused ? `${count} Your uploads are paused. Please write to us.` : `${count} At ${STRIKES_MAX}, uploads are paused.`
    ],
    quote: message,
    details: detailsOf(claim),
    button: claimButton(sender, claim),
    why: WHY
  }
}

/** Confirms the counter-notice, and says when the work returns. */
export const counteredLetter = (sender: Sender, claim: LetterClaim, name: string): Letter => ({
  subject: `We received your counter-notice: claim ${claim.claim_number}`,
  title: 'We received your counter-notice',
  paragraphs: [
    hello(name),
    `You answered the claim about ${titleOf(claim)}, and we sent your counter-notice to the claimant.`,
    `${returnsOn(claim)} If the other side files suit before then, the work stays off sale, and we will email you. It also stays off sale while another claim about it stands.`,
    'You do not have to do anything now.'
  ],
  details: detailsOf(claim),
  button: claimButton(sender, claim),
  why: WHY
})

const returnsOn = ({ restores_on }: LetterClaim): string =>
  restores_on
    ? `Next, we restore the work on ${showDay(restores_on)}.`
    : 'Next, we restore the work on the day that the page of the claim shows.'

export const suitLetter = (sender: Sender, claim: LetterClaim, name: string): Letter => ({
  subject: `A suit was filed: claim ${claim.claim_number}`,
  title: 'Your work stays off sale',
  paragraphs: [
    hello(name),
    `The claimant told us that they filed suit about ${titleOf(claim)}. So it is not restored for now. It stays off sale until the court decides or you both agree; please send us what you have.`
  ],
  details: detailsOf(claim),
  button: claimButton(sender, claim),
  why: WHY
})

const STAYS: Record<Hold, string> = {
  claim: 'The work stays off sale, because another claim about it stands. My Assets shows it, and until when you may answer.',
  admin: 'The work stays off sale, because we withhold it for another reason. It returns when we release it.'
}

/** When a claim is over. `hold` says what keeps the work off sale nevertheless. */
export const restoredLetter = (sender: Sender, claim: LetterClaim, name: string, hold?: Hold): Letter => ({
  subject: hold ? `A claim about your work is over: claim ${claim.claim_number}` : `Your work is back on sale: claim ${claim.claim_number}`,
  title: 'The claim about your work is over',
  paragraphs: [
    hello(name),
    `The claim about ${titleOf(claim)} is over, and it no longer counts as a strike.`,
    hold ? STAYS[hold] : 'The work is back on sale. You do not have to do anything.'
  ],
  details: detailsOf(claim),
  button: { label: 'My Assets', href: `${sender.public_url}/assets` },
  why: WHY
})

export const resumedLetter = (sender: Sender, name: string): Letter => ({
  subject: 'You can upload again',
  title: 'You can upload again',
  paragraphs: [
    hello(name),
    'We looked at the claims about your work, and you can upload again. Each further claim that we uphold pauses your uploads.'
  ],
  button: { label: 'Create Asset', href: `${sender.public_url}/create-asset` },
  why: WHY
})
