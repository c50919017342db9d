import type { MailSample, Sender } from '#platform/mails/index.ts'
import { claimMail } from './claim-mail.tsx'
import * as letters from './letters.ts'

const claim: letters.LetterClaim = {
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
const counter = { name: 'Ada Lovelace', address: '12 Analytical Way, Oakland, CA 94607', signature: 'Ada Lovelace' }

const LETTERS: Record<string, (sender: Sender) => letters.Letter> = {
  received: (sender) => letters.receivedLetter(sender, claim),
  'new claim': (sender) => letters.newClaimLetter(sender, claim),
  'claimant wrote': (sender) => letters.claimantWroteLetter(sender, claim),
  question: (sender) => letters.questionLetter(sender, claim, 'Where was your poster first shown, and when?'),
  rejected: (sender) => letters.rejectedLetter(sender, claim, 'The two drawings share a subject, not a line.'),
  upheld: (sender) => letters.upheldLetter(sender, claim, WORDS),
  'taken down': (sender) => letters.takenDownLetter(sender, claim, WORDS, { name: 'Ada Lovelace', strikes: 1, is_paused: false }, now),
  'uploads paused': (sender) => letters.takenDownLetter(sender, claim, WORDS, { name: 'Ada Lovelace', strikes: 3, is_paused: true }, now),
  licensee: (sender) => letters.licenseeLetter(sender, claim, 'Katherine Johnson'),
  'counter-notice': (sender) => letters.counterLetter(sender, claim, counter),
  suit: (sender) => letters.suitLetter(sender, claim, 'Ada Lovelace'),
  restored: (sender) => letters.restoredLetter(sender, claim, 'Ada Lovelace'),
  'restored, claimant': (sender) => letters.restoredForClaimantLetter(sender, claim),
  withdrawn: (sender) => letters.withdrawnLetter(sender, claim),
  'uploads resumed': (sender) => letters.resumedLetter(sender, 'Ada Lovelace')
}

export const samples: MailSample[] = Object.entries(LETTERS).map(([name, letter]) => ({
  name: `claim-mail, ${name}`,
  mail: (sender) => claimMail(sender, letter(sender))
}))
