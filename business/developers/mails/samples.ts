import type { MailSample } from '#platform/mails/index.ts'
import { apiKeyCreatedMail } from './api-key-created-mail.tsx'

const made = { name: 'Build server', prefix: 'easel_K4m9Qd', expires_at: new Date('2027-03-05T22:14:00Z') }
const at = new Date('2026-03-05T22:14:00Z')

export const samples: MailSample[] = [
  { name: 'api-key-created-mail', mail: (sender) => apiKeyCreatedMail({ sender, name: 'Mia Tanaka', at, made }) }
]
