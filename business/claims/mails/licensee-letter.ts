import { hello, type Sender } from '#platform/mails/index.ts'
import { CLAIM_KIND_LABELS } from '../rules.ts'
import { type Letter, type LetterClaim, titleOf } from './letter.ts'

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
