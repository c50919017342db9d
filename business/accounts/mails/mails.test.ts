import { expect, test } from 'vitest'
import { samples, samplesNamed } from './samples.ts'
import { verificationMail } from './verification-mail.tsx'

const sender = { brand_name: 'Easel', public_url: 'https://easel.test', support_email: 'help@easel.test' }
const linksIn = (text: string) => text.match(/https?:\/\/[^\s)]+/g) ?? []
const namesIn = (list: typeof samples) => list.map((sample) => [sample.name, sample] as const)

test.each(namesIn(samples))(
  '%s supports dark mode, says why it was sent and how to reach support, and names only the sender in its subject',
  async (_, { mail }) => {
    const { html, subject } = await mail(sender)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('You get this')
    expect(html).toContain('href="mailto:help@easel.test"')
    expect(subject).toContain('Easel')
    expect(subject).not.toMatch(/Ada|@|https?:/)
    expect(subject.length).toBeLessThan(60)
  }
)

test.each(namesIn(samples))('%s has a readable plain-text version', async (_, { mail }) => {
  const { text } = await mail(sender)
  expect(text).not.toMatch(/undefined|null|NaN|<|>|\[object/)
  expect(text, 'stray whitespace').not.toMatch(/[ \t]\n|\n[ \t]|\n{3}|[^\n] {2}|^\s|\s$/)
  expect(text, 'shouting').not.toMatch(/[A-Z]{4}/)
  expect(text, 'the text ends with the footer').toMatch(/Pacific Time\.\n\nEasel, California, USA\. https:\/\/easel\.test$/)
  const links = linksIn(text).filter((link) => link !== sender.public_url)
  expect(new Set(links).size, links.join(' ')).toBe(links.length)
})

test.each(namesIn(samples))('%s links only to pages of the site, never to the API', async (_, { mail }) => {
  const { html } = await mail(sender)
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) {
    expect(href).toMatch(/^(https:\/\/easel\.test|mailto:help@easel\.test$)/)
    expect(href).not.toContain('/api/')
  }
})

test.each(namesIn(samplesNamed('<b>Ada</b> & co')))('%s shows a name with markup as text', async (_, { mail }) => {
  const { html, text } = await mail(sender)
  expect(html).not.toContain('<b>Ada')
  if (text.includes('Ada')) expect(html).toContain('&lt;b&gt;Ada&lt;/b&gt; &amp; co')
})

test.each(namesIn(samplesNamed('<b>x</b> https://evil.example')))('%s omits a name that contains a URL', async (_, { mail }) => {
  const { html, text, subject } = await mail(sender)
  for (const part of [html, text, subject]) expect(part).not.toMatch(/evil|<b>x/)
})

test.each(namesIn(samplesNamed(`${'Wolfeschlegelsteinhausen '.repeat(5)}\r\nBcc: all@example.com`.slice(0, 120))))(
  '%s shortens a very long name and keeps it out of the headers',
  async (_, { mail }) => {
    const { subject, text } = await mail(sender)
    expect(subject).not.toMatch(/[\r\n]|Bcc|Wolfe/)
    expect(text).not.toMatch(/Bcc|(Wolfeschlegelsteinhausen ?){3}/)
  }
)

test('the subject, text, and HTML contain the code with its leading zero', async () => {
  const { html, text, subject } = await verificationMail({ sender, name: 'Ada', code: '0123456' })
  for (const part of [html, text, subject]) expect(part).toContain('0123456')
})
