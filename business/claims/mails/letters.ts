import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { hello, type Sender, typedWords } from '#platform/mails/index.ts'
import { CLAIM_KIND_LABELS, type ClaimKind, COUNTER_DAYS, counterUntil, RESTORE_BUSINESS_DAYS, STRIKES_MAX } from '../rules.ts'

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

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
/** For calendar days, which have no zone. */
const plainDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const showDay = (day: string): string => plainDay.format(new Date(`${day}T00:00:00Z`))

const titleOf = ({ asset_title }: LetterClaim): string => {
  const words = typedWords(asset_title)
  return words === undefined ? 'an asset' : `“${words}”`
}
const detailsOf = (claim: LetterClaim): [string, string][] => [
  ['Claim', claim.claim_number],
  ['About', CLAIM_KIND_LABELS[claim.kind]]
]

const CLAIMANT = 'You are receiving this email because you reported an asset'
const ARTIST = 'You are receiving this email because you are an artist'
const statusButton = (sender: Sender, { token }: LetterClaim) => ({
  label: 'See your report',
  href: `${sender.public_url}/claims/${token}`
})
const artistButton = (sender: Sender, { id }: LetterClaim) => ({
  label: 'See the claim',
  href: `${sender.public_url}/employee/claims/${id}`
})

/** To the claimant, whose address nobody has confirmed: it holds nothing that was typed into the form but the title of the asset. */
export const receivedLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `We received your report ${claim.claim_number}`,
  title: 'We received your report',
  paragraphs: [
    `You reported ${titleOf(claim)}. One of us will look at it and at your evidence.`,
    'We will email you as soon as we have decided, or if we need to know more. You can follow your report, add to it, or withdraw it on its page.'
  ],
  details: detailsOf(claim),
  button: statusButton(sender, claim),
  why: CLAIMANT
})

/** To support. */
export const newClaimLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `New claim ${claim.claim_number}`,
  title: `New claim about ${titleOf(claim)}`,
  paragraphs: ['Someone reported an asset. Please look at it soon: a notice has to be handled without delay.'],
  details: detailsOf(claim),
  button: { label: 'Open the claim', href: `${sender.public_url}/admin/claims/${claim.id}` },
  why: 'You are receiving this email because you handle claims'
})

/** To support, when the claimant writes after the decision. The message itself may be private. */
export const claimantWroteLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `The claimant of ${claim.claim_number} wrote to us`,
  title: 'The claimant wrote to us',
  paragraphs: [
    `There is a new message about ${titleOf(claim)}. If it says that a suit was filed, record it on the claim${claim.restores_on ? ` before ${showDay(claim.restores_on)}, when the work returns` : ''}.`
  ],
  details: detailsOf(claim),
  button: { label: 'Open the claim', href: `${sender.public_url}/admin/claims/${claim.id}` },
  why: 'You are receiving this email because you handle claims'
})

export const questionLetter = (sender: Sender, claim: LetterClaim, message: string): Letter => ({
  subject: `We have a question about your report ${claim.claim_number}`,
  title: 'We have a question about your report',
  paragraphs: [`Before we can decide about ${titleOf(claim)}, we need to know more. Please answer on the page of your report.`],
  quote: message,
  details: detailsOf(claim),
  button: { ...statusButton(sender, claim), label: 'Answer' },
  why: CLAIMANT
})

export const rejectedLetter = (sender: Sender, claim: LetterClaim, message: string): Letter => ({
  subject: `Your report ${claim.claim_number} was rejected`,
  title: 'We did not take the asset off sale',
  paragraphs: [`We looked at your report about ${titleOf(claim)} and rejected it. You may make a new report if you have new evidence.`],
  quote: message,
  details: detailsOf(claim),
  button: statusButton(sender, claim),
  why: CLAIMANT
})

export const upheldLetter = (sender: Sender, claim: LetterClaim, message: string): Letter => ({
  subject: `Your report ${claim.claim_number} was upheld`,
  title: 'The asset is off sale',
  paragraphs: [
    `We upheld your report and took ${titleOf(claim)} off sale. Nobody can license or download it anew.`,
    `Its artist may answer with a counter-notice within ${COUNTER_DAYS} days. If that happens, we will send it to you, and we will restore the asset ${RESTORE_BUSINESS_DAYS} business days later unless you tell us before then that you filed suit.`
  ],
  quote: message,
  details: detailsOf(claim),
  button: statusButton(sender, claim),
  why: CLAIMANT
})

type Artist = { name: string; strikes: number; is_paused: boolean }

export function takenDownLetter(sender: Sender, claim: LetterClaim, message: string, artist: Artist, now: Date): Letter {
  const until = longDay.format(counterUntil(claim.decided_at ?? now))
  const count = `This claim counts as a strike: you have ${artist.strikes} of ${STRIKES_MAX}.`
  return {
    subject: `Your work was taken off sale: claim ${claim.claim_number}`,
    title: 'Your work was taken off sale',
    paragraphs: [
      hello(artist.name),
      `Someone claims that ${titleOf(claim)} infringes their rights. We looked at it and upheld the claim. The work is off sale; people who hold a license keep it.`,
      `If you think this is a mistake, you can send a counter-notice until ${until}. Then we restore the work ${RESTORE_BUSINESS_DAYS} business days later unless the other side files suit.`,
      artist.is_paused ? `${count} Your uploads are paused. Please write to us.` : `${count} At ${STRIKES_MAX}, uploads are paused.`
    ],
    quote: message,
    details: detailsOf(claim),
    button: artistButton(sender, claim),
    why: ARTIST
  }
}

export const licenseeLetter = (sender: Sender, claim: LetterClaim, name: string): Letter => ({
  subject: 'An asset that you licensed was taken off sale',
  title: 'An asset that you licensed was taken off sale',
  paragraphs: [
    hello(name),
    `We took ${titleOf(claim)} off sale because of a claim about its rights (${CLAIM_KIND_LABELS[claim.kind].toLowerCase()}).`,
    'Your license, your certificate, and your downloads stay as they are, and you do not have to do anything. If you are about to use the asset in something new or expensive, you may want to wait until this is settled.'
  ],
  details: [['Claim', claim.claim_number]],
  button: { label: 'My licenses', href: `${sender.public_url}/client/licenses` },
  why: 'You are receiving this email because you hold a license'
})

type Counter = { name: string; address: string; signature: string }

/** The counter-notice itself: the law requires that the claimant gets a copy (17 U.S.C. §512(g)(2)(B)). */
export const counterLetter = (sender: Sender, claim: LetterClaim, counter: Counter): Letter => ({
  subject: `Counter-notice to your report ${claim.claim_number}`,
  title: 'The artist sent a counter-notice',
  paragraphs: [
    `The artist of ${titleOf(claim)} states under penalty of perjury a good-faith belief that the work was taken off sale by mistake or misidentification, and consents to the jurisdiction of the federal court for the address below, and to accept service of process from you.`,
    `We will restore the work on ${claim.restores_on ? showDay(claim.restores_on) : 'the day on the page of your report'}, unless you tell us before then that you filed an action for a court order against the artist. Write to us, or on the page of your report.`
  ],
  details: [...detailsOf(claim), ['Name', counter.name], ['Address', counter.address], ['Signature', counter.signature]],
  button: statusButton(sender, claim),
  why: CLAIMANT
})

export const suitLetter = (sender: Sender, claim: LetterClaim, name: string): Letter => ({
  subject: `A suit was filed: claim ${claim.claim_number}`,
  title: 'Your work stays off sale',
  paragraphs: [
    hello(name),
    `The claimant told us that they filed suit about ${titleOf(claim)}. So it is not restored for now. It stays off sale until the court decides or you both agree; please send us what you have.`
  ],
  details: detailsOf(claim),
  button: artistButton(sender, claim),
  why: ARTIST
})

export const restoredLetter = (sender: Sender, claim: LetterClaim, name: string): Letter => ({
  subject: `Your work is back on sale: claim ${claim.claim_number}`,
  title: 'The claim about your work is over',
  paragraphs: [
    hello(name),
    `The claim about ${titleOf(claim)} is over, and it no longer counts as a strike. You do not have to do anything.`
  ],
  details: detailsOf(claim),
  button: { label: 'My Assets', href: `${sender.public_url}/assets` },
  why: ARTIST
})

export const restoredForClaimantLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `Your report ${claim.claim_number} is over`,
  title: 'The asset was restored',
  paragraphs: [`${titleOf(claim)} is no longer off sale because of your report. If you go to court about it, tell us.`],
  details: detailsOf(claim),
  button: statusButton(sender, claim),
  why: CLAIMANT
})

export const withdrawnLetter = (sender: Sender, claim: LetterClaim): Letter => ({
  subject: `You withdrew your report ${claim.claim_number}`,
  title: 'You withdrew your report',
  paragraphs: [`We closed your report about ${titleOf(claim)}. Nothing else happens.`],
  details: detailsOf(claim),
  button: statusButton(sender, claim),
  why: CLAIMANT
})

export const resumedLetter = (sender: Sender, name: string): Letter => ({
  subject: 'You can upload again',
  title: 'You can upload again',
  paragraphs: [
    hello(name),
    'We looked at the claims about your work, and you can upload again. Each further claim that we uphold pauses your uploads.'
  ],
  button: { label: 'Create Asset', href: `${sender.public_url}/create-asset` },
  why: ARTIST
})
