import { expect, test } from 'vitest'
import { withoutPrivateText } from './reason.ts'

test.each([
  'duplicate key value violates unique constraint "licensing_rendition_attempt_key_idx2"',
  "ENOENT: no such file or directory, open '/var/lib/easel/files/originals/ab/0aef.png'",
  'No asset 7b0f3c1e-1c2d-4e5f-8a9b-0c1d2e3f4a5b.'
])('names, paths, and identifiers of rows stay in a reason: %s', (reason) => {
  expect(withoutPrivateText(reason)).toBe(reason)
})

test('tokens, links, addresses, and codes do not stay in a reason', () => {
  const text = 'No session q7Xk2PzR9vLm4TnB8wYc1HsD for ann@example.com at https://shop.example/x?code=1, code 123456'
  expect(withoutPrivateText(text)).toBe('No session [secret] for [address] at [link] code [number]')
})

test('the id of a row stays whole, even if a part of it has only digits', () => {
  const text = 'PayPal did not answer for 66851942-3e56-41df-8d6a-731870399900'
  expect(withoutPrivateText(text)).toBe(text)
})
