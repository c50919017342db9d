import type { MailSample } from '#platform/mails/index.ts'
import { ledgerBrokenMail } from './ledger-broken-mail.tsx'

const found_at = new Date('2026-03-05T11:17:00Z')
const broken = 'line 0 of transaction 1204 (seal 1198) was changed after it was booked'

export const samples: MailSample[] = [
  {
    name: 'ledger-broken-mail',
    mail: (sender) => ledgerBrokenMail({ sender, broken, transactions: 1197, checkpoint: `1311:${'3f'.repeat(32)}`, found_at })
  }
]
