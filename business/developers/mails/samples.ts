import type { MailSample } from '#platform/mails/index.ts'
import { apiKeyCreatedMail } from './api-key-created-mail.tsx'
import { webhookOffMail } from './webhook-off-mail.tsx'

const made = { name: 'Build server', prefix: 'easel_K4m9Qd', expires_at: new Date('2027-03-05T22:14:00Z') }
const webhook = { id: '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17', url: 'https://hooks.example.com/easel?shop=42' }
const at = new Date('2026-03-05T22:14:00Z')

export const samples: MailSample[] = [
  { name: 'api-key-created-mail', mail: (sender) => apiKeyCreatedMail({ sender, name: 'Mia Tanaka', at, made }) },
  { name: 'webhook-off-mail', mail: (sender) => webhookOffMail({ sender, name: 'Ada Lovelace', ...webhook, at }) }
]
