import type { MailSample, Sender } from '#platform/mails/index.ts'
import * as toArtist from './artist-letters.ts'
import { claimMail } from './claim-mail.tsx'
import * as toClaimant from './claimant-letters.ts'
import * as toDesk from './desk-letters.ts'
import type { Letter, LetterClaim } from './letter.ts'
import { licenseeLetter } from './licensee-letter.ts'

const claim: LetterClaim = {
  id: '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17',
  claim_number: 'CL-100042',
  token: 'sample-token-sample-token',
  asset_id: '0198c3a2-8f10-7b9a-b6c2-41d7e05a9f63',
  asset_title: 'Blue fox in the snow',
  kind: 'copyright',
  name: 'Grace Hopper',
  decided_at: new Date('2026-03-05T22:14:00Z'),
  restores_on: '2026-04-20'
}
const WORDS = 'The drawing on your page is the fox from my 2019 poster,\nline for line.'
const now = new Date('2026-03-05T22:14:00Z')
const name = 'Ada Lovelace'
const counter = { name, address: '12 Analytical Way, Oakland, CA 94607', signature: name }

const LETTERS: Record<string, (sender: Sender) => Letter> = {
  received: (sender) => toClaimant.receivedLetter(sender, claim),
  'new claim': (sender) => toDesk.newClaimLetter(sender, claim),
  'claimant answered': (sender) => toDesk.claimantAnsweredLetter(sender, claim),
  'claimant wrote': (sender) => toDesk.claimantWroteLetter(sender, claim),
  question: (sender) => toClaimant.questionLetter(sender, claim, 'Where was your poster first shown, and when?'),
  rejected: (sender) => toClaimant.rejectedLetter(sender, claim, 'The two drawings share a subject, not a line.'),
  upheld: (sender) => toClaimant.upheldLetter(sender, claim, WORDS, now),
  'taken down': (sender) => toArtist.takenDownLetter(sender, claim, WORDS, { name, strikes: 1, is_paused: false }, now),
  'uploads paused': (sender) => toArtist.takenDownLetter(sender, claim, WORDS, { name, strikes: 3, is_paused: true }, now),
  licensee: (sender) => licenseeLetter(sender, claim, 'Katherine Johnson'),
  'counter-notice': (sender) => toClaimant.counterLetter(sender, claim, counter),
  'counter-notice received': (sender) => toArtist.counteredLetter(sender, claim, name),
  suit: (sender) => toArtist.suitLetter(sender, claim, name),
  'suit, claimant': (sender) => toClaimant.suitRecordedLetter(sender, claim),
  restored: (sender) => toArtist.restoredLetter(sender, claim, name),
  'over, another claim': (sender) => toArtist.restoredLetter(sender, claim, name, 'claim'),
  'over, withheld': (sender) => toArtist.restoredLetter(sender, claim, name, 'admin'),
  'restored, claimant': (sender) => toClaimant.restoredLetter(sender, claim),
  'over, another claim, claimant': (sender) => toClaimant.restoredLetter(sender, claim, 'claim'),
  'over, withheld, claimant': (sender) => toClaimant.restoredLetter(sender, claim, 'admin'),
  withdrawn: (sender) => toClaimant.withdrawnLetter(sender, claim),
  'uploads resumed': (sender) => toArtist.resumedLetter(sender, name)
}

export const samples: MailSample[] = Object.entries(LETTERS).map(([name, letter]) => ({
  name: `claim-mail, ${name}`,
  mail: (sender) => claimMail(sender, letter(sender))
}))
