import type { MailSample, Sender } from '#platform/mails/index.ts'
import { freeFileMail } from './free-file-mail.tsx'
import { handOverReadyMail } from './hand-over-ready-mail.tsx'
import { orderReceiptMail } from './order-receipt-mail.tsx'
import { receiptMail } from './receipt-mail.tsx'
import { revokedMail } from './revoked-mail.tsx'
import { transferAcceptedMail } from './transfer-accepted-mail.tsx'
import { transferOfferMail } from './transfer-offer-mail.tsx'
import { transferOfferedMail } from './transfer-offered-mail.tsx'

const asset = { id: '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17', title: 'Blue fox in the snow', preview_url: '/icon-512.png' }
const license = {
  license_type: 'commercial',
  price_cents: 1250,
  certificate_number: 'LIC-7K4M-92QD-T3VE-08HN',
  payment_id: '0198c3a2-8f10-7b9a-b6c2-41d7e05a9f63',
  created_at: new Date('2026-03-05T22:14:00Z')
} as const

const LINES = [
  { asset_title: 'Blue fox in the snow', license_type: 'personal', price_cents: 1000 },
  { asset_title: 'Hand-drawn arrows for presentations, with and without shadows', license_type: 'commercial', price_cents: 2500 },
  { asset_title: 'Bell', license_type: 'personal', price_cents: 350 }
]
const order = {
  id: '0198c3a2-9a01-7d12-8f55-6b21e0c4d9aa',
  payment_id: license.payment_id,
  subtotal_cents: 3850,
  discount_cents: 770,
  tax_cents: 283,
  total_cents: 3363,
  coupon_code: 'SPRING20',
  created_at: license.created_at
}
const transferred = { asset_title: asset.title, license_type: 'extended' } as const

export const samples: MailSample[] = [
  {
    name: 'transfer-offer-mail',
    mail: (sender) =>
      transferOfferMail({ sender, license: transferred, from: 'Ada Lovelace', token: 'sample', ends_at: new Date('2026-03-19T22:14:00Z') })
  },
  {
    name: 'transfer-offered-mail',
    mail: (sender) =>
      transferOfferedMail({
        sender,
        license: { ...transferred, id: order.id, certificate_number: license.certificate_number },
        to: 'grace@example.com',
        ends_at: new Date('2026-03-19T22:14:00Z')
      })
  },
  ...(['sender', 'recipient'] as const).map((to) => ({
    name: `transfer-accepted-mail, to the ${to}`,
    mail: (sender: Sender) =>
      transferAcceptedMail({ sender, license: transferred, to, other: 'Grace Hopper', certificate_number: license.certificate_number })
  })),
  {
    name: 'hand-over-ready-mail',
    mail: (sender) =>
      handOverReadyMail({
        sender,
        hand_over: {
          id: '0198c3a2-9b77-7a20-8c11-0e5d3f2a6b90',
          name: 'Spring 2026 - Launch',
          license_count: 248,
          bytes: 734_218_220,
          ends_at: new Date('2026-03-08T22:14:00Z')
        }
      })
  },
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
  {
    name: 'order-receipt-mail, with a coupon and tax',
    mail: (sender) => orderReceiptMail({ sender, name: 'Ada Lovelace', order, lines: LINES })
  },
  {
    name: 'order-receipt-mail, nothing to pay',
    mail: (sender) =>
      orderReceiptMail({
        sender,
        name: 'Ada Lovelace',
        order: { ...order, payment_id: null, discount_cents: 3850, tax_cents: 0, total_cents: 0 },
        lines: LINES
      })
  },
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
