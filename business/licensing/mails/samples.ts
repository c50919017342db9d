import type { MailSample, Sender } from '#platform/mails/index.ts'
import { freeFileMail } from './free-file-mail.tsx'
import { receiptMail } from './receipt-mail.tsx'
import { revokedMail } from './revoked-mail.tsx'
import { transferAcceptedMail } from './transfer-accepted-mail.tsx'
import { transferOfferMail } from './transfer-offer-mail.tsx'

const asset = { id: '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17', title: 'Blue fox in the snow', preview_url: '/icon-512.png' }
const license = {
  license_type: 'commercial',
  price_cents: 1250,
  certificate_number: 'LIC-7K4M-92QD-T3VE-08HN',
  payment_id: '0198c3a2-8f10-7b9a-b6c2-41d7e05a9f63',
  created_at: new Date('2026-03-05T22:14:00Z')
} as const

const transferred = { asset_title: asset.title, license_type: 'extended' } as const

export const samples: MailSample[] = [
  {
    name: 'transfer-offer-mail',
    mail: (sender) =>
      transferOfferMail({ sender, license: transferred, from: 'Ada Lovelace', token: 'sample', ends_at: new Date('2026-03-19T22:14:00Z') })
  },
  ...(['sender', 'recipient'] as const).map((to) => ({
    name: `transfer-accepted-mail, to the ${to}`,
    mail: (sender: Sender) =>
      transferAcceptedMail({ sender, license: transferred, to, other: 'Grace Hopper', certificate_number: license.certificate_number })
  })),
  {
    name: 'revoked-mail',
    mail: (sender) =>
      revokedMail({
        sender,
        name: 'Ada Lovelace',
        license: { ...license, asset_title: asset.title },
        reason: 'The artist did not have the rights to this picture.',
        revoked_at: new Date('2026-04-02T18:30:00Z')
      })
  },
  { name: 'free-file-mail', mail: (sender) => freeFileMail({ sender, asset, download_url: '/api/files/get?key=sample&signature=sample' }) },
  { name: 'receipt-mail', mail: (sender) => receiptMail({ sender, name: 'Ada Lovelace', asset, license }) },
  {
    name: 'receipt-mail, nothing to pay, no picture',
    mail: (sender) =>
      receiptMail({
        sender,
        name: 'Ada Lovelace',
        asset: { ...asset, preview_url: null },
        license: { ...license, price_cents: 0, payment_id: null }
      })
  }
]
