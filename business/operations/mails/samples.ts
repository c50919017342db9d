import type { MailSample } from '#platform/mails/index.ts'
import type { Problem } from '../rules.ts'
import { alertMail } from './alert-mail.tsx'

const at = new Date('2026-03-05T11:20:00Z')
const started_at = new Date('2026-03-05T10:05:00Z')
const late: Problem = {
  id: 'queue_late:catalogue.make-previews',
  title: 'Previews: a job has waited for 75 minutes',
  advice: 'Check that a process with WORKER=1 runs, and that it is not overloaded.',
  mail: 'daily'
}
const disk: Problem = {
  id: 'disk_low',
  title: 'The disk is almost full',
  advice: 'Make room, or add some. Uploads are refused until then; sales go on.',
  mail: 'daily'
}

export const samples: MailSample[] = [
  { name: 'alert-mail', mail: (sender) => alertMail({ sender, at, started: [late], lasting: [disk], resolved: [] }) },
  {
    name: 'alert-mail, resolved',
    mail: (sender) => alertMail({ sender, at, started: [], lasting: [], resolved: [{ title: late.title, started_at }] })
  }
]
