import { dollars } from '#platform/contract/money.ts'
import type { MailSample } from '#platform/mails/index.ts'
import { overturnedMail, receivedMail, upheldMail } from './appeal-mail.tsx'
import { approvedMail } from './approval-mail.tsx'
import { rejectedMail } from './rejection-mail.tsx'
import { resubmittedMail } from './resubmission-mail.tsx'

const asset_id = '0198c3a2-8f10-7b9a-b6c2-41d7e05a9f63'
const appealed = { name: 'Ada Lovelace', title: 'Blue fox in the snow' }
const message = 'The open path is on purpose:\nthe tail fades out like a brush stroke.'
const agreed = 'We looked at 800 percent, and you are right.\nThe stroke is part of the style.'
const stays = 'The brush stroke is fine, but three more paths are open at the left ear.'

const MANY = Array.from({ length: 23 }, (_, at) => `Blue fox in the snow, pose ${at + 1}`)

const pin = { file_id: asset_id, x: 0.9, y: 0.1, code: 'technical', note: 'This path is open.' }

export const samples: MailSample[] = [
  {
    name: 'rejection-mail',
    mail: (sender) => rejectedMail({ sender, ...appealed, reason: 'Please close the tail.', reason_codes: ['quality'], pins: [pin] })
  },
  {
    name: 'rejection-mail, without a reason',
    mail: (sender) => rejectedMail({ sender, ...appealed, reason: '', reason_codes: [], pins: [] })
  },
  {
    name: 'approval-mail',
    mail: (sender) => approvedMail({ sender, name: appealed.name, titles: [appealed.title], wage: dollars(4) })
  },
  {
    name: 'approval-mail, many',
    mail: (sender) => approvedMail({ sender, name: appealed.name, titles: MANY, wage: dollars(92) })
  },
  { name: 'resubmission-mail', mail: (sender) => resubmittedMail({ sender, ...appealed, ends_appeal: false }) },
  { name: 'resubmission-mail, ends an appeal', mail: (sender) => resubmittedMail({ sender, ...appealed, ends_appeal: true }) },
  { name: 'appeal-mail, received', mail: (sender) => receivedMail({ sender, ...appealed, message }) },
  {
    name: 'appeal-mail, overturned',
    mail: (sender) => overturnedMail({ sender, ...appealed, message: agreed, asset_id, outcome: 'approved' })
  },
  {
    name: 'appeal-mail, overturned and back in review',
    mail: (sender) => overturnedMail({ sender, ...appealed, message: agreed, asset_id, outcome: 'no_files' })
  },
  {
    name: 'appeal-mail, overturned and changed',
    mail: (sender) => overturnedMail({ sender, ...appealed, message: agreed, asset_id, outcome: 'changed' })
  },
  { name: 'appeal-mail, upheld', mail: (sender) => upheldMail({ sender, ...appealed, message: stays }) }
]
