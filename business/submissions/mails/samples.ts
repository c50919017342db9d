import type { MailSample } from '#platform/mails/index.ts'
import { overturnedMail, receivedMail, upheldMail } from './appeal-mail.tsx'
import { rejectedMail } from './rejection-mail.tsx'

const asset_id = '0198c3a2-8f10-7b9a-b6c2-41d7e05a9f63'
const appealed = { name: 'Ada Lovelace', title: 'Blue fox in the snow' }
const message = 'The open path is on purpose:\nthe tail fades out like a brush stroke.'
const agreed = 'We looked at 800 percent, and you are right.\nThe stroke is part of the style.'
const stays = 'The brush stroke is fine, but three more paths are open at the left ear.'

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
