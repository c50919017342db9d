import type { Sender } from '#platform/mails/index.ts'
import { RESTORE_BUSINESS_DAYS } from '../rules.ts'
import { detailsOf, type Hold, type Letter, type LetterClaim, lastDayToAnswer, showDay, titleOf } from './letter.ts'

/** What every letter to the claimant ends with. */
const ofReport = (sender: Sender, claim: LetterClaim, label = 'See your report') => ({
  details: detailsOf(claim),
  button: { label, href: `${sender.public_url}/claims/${claim.token}` },
  why: 'You are receiving this email because you reported an asset'
})

/** To an address that nobody has confirmed: it holds nothing that was typed into the form but the title of the asset. */
export const receivedLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `We received your report ${claim.claim_number}`,
  title: 'We received your report',
  paragraphs: [
    `You reported ${titleOf(claim)}. One of us will look at it and at your evidence.`,
    'We will email you as soon as we have decided, or if we need to know more. You can follow your report, add to it, or withdraw it on its page.'
  ],
  ...ofReport(sender, claim)
})

export const questionLetter = (sender: Sender, claim: LetterClaim, message: string): Letter => ({
  subject: `We have a question about your report ${claim.claim_number}`,
  title: 'We have a question about your report',
  paragraphs: [`Before we can decide about ${titleOf(claim)}, we need to know more. Please answer on the page of your report.`],
  quote: message,
  ...ofReport(sender, claim, 'Answer')
})

export const rejectedLetter = (sender: Sender, claim: LetterClaim, message: string): Letter => ({
  subject: `Your report ${claim.claim_number} was rejected`,
  title: 'We did not take the asset off sale',
  paragraphs: [`We looked at your report about ${titleOf(claim)} and rejected it. You may make a new report if you have new evidence.`],
  quote: message,
  ...ofReport(sender, claim)
})

export const upheldLetter = (sender: Sender, claim: LetterClaim, message: string, now: Date): Letter => ({
  subject: `Your report ${claim.claim_number} was upheld`,
  title: 'The asset is off sale',
  paragraphs: [
    `We upheld your report and took ${titleOf(claim)} off sale. Nobody can license or download it anew.`,
    `Its artist may answer with a counter-notice until ${lastDayToAnswer(claim, now)}. If that happens, we will send it to you and tell you the day on which we restore the asset. That is ${RESTORE_BUSINESS_DAYS} business days later, unless you tell us before then that you filed suit.`,
    'If the artist does not answer, the asset stays off sale. You do not have to do anything now.'
  ],
  quote: message,
  ...ofReport(sender, claim)
})

type Counter = { name: string; address: string; signature: string }

/** The counter-notice itself: the law requires that the claimant gets a copy (17 U.S.C. §512(g)(2)(B)). */
export function counterLetter(sender: Sender, claim: LetterClaim, { name, address, signature }: Counter): Letter {
  const { details, ...end } = ofReport(sender, claim)
  return {
    subject: `Counter-notice to your report ${claim.claim_number}`,
    title: 'The artist sent a counter-notice',
    paragraphs: [
      `The artist of ${titleOf(claim)} states under penalty of perjury a good-faith belief that the work was taken off sale by mistake or misidentification, and consents to the jurisdiction of the federal court for the address below, and to accept service of process from you.`,
      `We will restore the work on ${claim.restores_on ? showDay(claim.restores_on) : 'the day on the page of your report'}, unless you tell us before then that you filed an action for a court order against the artist. Write to us, or on the page of your report.`
    ],
    details: [...details, ['Name', name], ['Address', address], ['Signature', signature]],
    ...end
  }
}

/** When an admin recorded the suit. */
export const suitRecordedLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `We recorded your suit: report ${claim.claim_number}`,
  title: 'The asset stays off sale',
  paragraphs: [
    `We recorded that you filed suit about ${titleOf(claim)}. So we do not restore it, and its artist knows.`,
    'It stays off sale until the court decides or you and the artist agree. Next, please tell us the outcome, on the page of your report. You do not have to do anything until then.'
  ],
  ...ofReport(sender, claim)
})

const STAYS: Record<Hold, string> = {
  claim: 'It stays off sale, because another report about it stands.',
  admin: 'It stays off sale, because we withhold it for another reason.'
}

/** When a claim is over. `hold` says what keeps the asset off sale nevertheless. */
export const restoredLetter = (sender: Sender, claim: LetterClaim, hold?: Hold): Letter => ({
  subject: `Your report ${claim.claim_number} is over`,
  title: hold ? 'Your report is over' : 'The asset was restored',
  paragraphs: [
    hold ? `Your report about ${titleOf(claim)} is over. ${STAYS[hold]}` : `We restored ${titleOf(claim)}, and it is on sale again.`,
    'If you go to court about it, tell us.'
  ],
  ...ofReport(sender, claim)
})

export const withdrawnLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `You withdrew your report ${claim.claim_number}`,
  title: 'You withdrew your report',
  paragraphs: [`We closed your report about ${titleOf(claim)}. Nothing else happens.`],
  ...ofReport(sender, claim)
})
