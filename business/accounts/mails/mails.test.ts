import { expect, test } from 'vitest'
import { alreadyRegisteredMail } from './already-registered-mail.tsx'
import { verificationMail } from './verification-mail.tsx'
import { welcomeMail } from './welcome-mail.tsx'

const sender = { brand_name: 'Easel', public_url: 'https://easel.test' }
const name = '<b>Ada</b> & co'

const MAILS = [
  ['verification', () => verificationMail({ sender, name, code: '0123456' })],
  ['already registered', () => alreadyRegisteredMail({ sender, name })],
  ['welcome', () => welcomeMail({ sender, name })]
] as const

test.each(MAILS)('the %s mail escapes names, follows dark mode and has a text part', async (_, write) => {
  const { html, text, subject } = await write()
  expect(html).toContain('&lt;b&gt;Ada')
  expect(html).not.toContain('<b>Ada')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).toContain('https://easel.test')
  expect(text).toContain('<b>Ada</b> & co')
  expect(text).not.toContain('undefined')
  expect(subject).toContain('Easel')
})

test('the code stands in subject, text and html, leading zero and all', async () => {
  const { html, text, subject } = await verificationMail({ sender, name, code: '0123456' })
  for (const part of [html, text, subject]) expect(part).toContain('0123456')
})
