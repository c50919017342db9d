import { expect, test } from 'vitest'
import { samples, samplesNamed } from './samples.ts'
import { verificationMail } from './verification-mail.tsx'

const sender = { brand_name: 'Easel', public_url: 'https://easel.test', support_email: 'help@easel.test' }
const linksIn = (text: string) => text.match(/https?:\/\/[^\s)]+/g) ?? []
const namesIn = (list: typeof samples) => list.map((sample) => [sample.name, sample] as const)

test.each(namesIn(samples))(
  '%s follows dark mode, says why it came and who answers, and its subject names the sender only',
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

test.each(namesIn(samples))('%s reads well as text', async (_, { mail }) => {
  const { text } = await mail(sender)
  expect(text).not.toMatch(/undefined|null|NaN|<|>|\[object/)
  expect(text, 'stray whitespace').not.toMatch(/[ \t]\n|\n[ \t]|\n{3}|[^\n] {2}|^\s|\s$/)
  expect(text, 'shouting').not.toMatch(/[A-Z]{4}/)
  expect(text, 'a sentence ends').toMatch(/Pacific Time\.\n\nEasel, California, USA\. https:\/\/easel\.test$/)
  const links = linksIn(text).filter((link) => link !== sender.public_url)
  expect(new Set(links).size, links.join(' ')).toBe(links.length)
})

test.each(namesIn(samples))('%s leads to pages of the site only, never to a call of the API', async (_, { mail }) => {
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

test.each(namesIn(samplesNamed('<b>x</b> https://evil.example')))('%s does not carry a name with an address', async (_, { mail }) => {
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

test('the code stands in subject, text and html, leading zero and all', async () => {
  const { html, text, subject } = await verificationMail({ sender, name: 'Ada', code: '0123456' })
  for (const part of [html, text, subject]) expect(part).toContain('0123456')
})
