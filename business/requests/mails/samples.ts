import type { MailSample } from '#platform/mails/index.ts'
import { ADMIN_STATES, requestPath } from '../rules.ts'
import { newMessagesMail } from './new-messages-mail.tsx'
import { requestAssignedMail } from './request-assigned-mail.tsx'
import { requestStatusMail } from './request-status-mail.tsx'

const name = 'Ada Lovelace'
const request = {
  id: '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17',
  title: 'Logo for a small bakery',
  category: 'logo',
  due_date: '2026-04-01'
} as const
const path = requestPath('client', request.id)

export const samples: MailSample[] = [
  ...ADMIN_STATES.map((status): MailSample => {
    const mail: MailSample['mail'] = (sender) => requestStatusMail({ sender, name, request: { ...request, status } })
    return { name: `request-status-mail, ${status}`, mail }
  }),
  { name: 'request-assigned-mail', mail: (sender) => requestAssignedMail({ sender, name, request }) },
  { name: 'new-messages-mail', mail: (sender) => newMessagesMail({ sender, name, title: request.title, unread: 3, path }) },
  {
    name: 'new-messages-mail, one about a title that is not shown',
    mail: (sender) => newMessagesMail({ sender, name, title: 'see https://example.com', unread: 1, path })
  }
]
