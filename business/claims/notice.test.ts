import { expect, test } from 'vitest'
import { splitNotice } from './notice.rules.ts'

const SITE = 'https://easel.test'

test('a labeled notice is split into its fields', () => {
  const notice = `To whom it may concern,

1. Copyrighted work: My poster "Fox in Snow", 2019,
first shown at https://example.com/fox.
2. Infringing material: https://easel.test/assets/0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17

Name: Grace Hopper
Address: 1 Main Street
Oakland, CA 94607
Email: Grace@Example.com

I have a good faith belief that this use is not authorized. The information in this notice is accurate, and, under penalty of
perjury, I am authorized to act for the owner.

Signature: /s/ Grace Hopper`
  expect(splitNotice(notice, SITE)).toEqual({
    work: 'My poster "Fox in Snow", 2019,\nfirst shown at https://example.com/fox.',
    work_url: 'https://example.com/fox',
    name: 'Grace Hopper',
    address: '1 Main Street\nOakland, CA 94607',
    email: 'grace@example.com',
    signature: 'Grace Hopper',
    good_faith: true,
    accuracy: true
  })
})

test('of a letter without labels, what can be found is found', () => {
  expect(splitNotice('Hi, your fox is mine. Write to me at ada@example.com!\n/s/ Ada', SITE)).toEqual({
    email: 'ada@example.com',
    signature: 'Ada'
  })
  expect(splitNotice('My fox.', SITE)).toEqual({})
})

test('a long hostile text is split quickly enough to finish', () => {
  const hostile = `${'a@'.repeat(50_000)}\n${'name'.repeat(20_000)}:\n${'/s/ '.repeat(10_000)}`
  expect(splitNotice(hostile, SITE)).toBeDefined()
})
