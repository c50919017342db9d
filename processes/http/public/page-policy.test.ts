import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashedScripts, pagePolicy } from './page-policy.ts'

const NONCE = 'c2VjcmV0LW5vbmNl'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('scripts with the nonce are allowed by hash, and the nonce is removed', () => {
  const { html, scripts } = hashedScripts(
    `<script nonce="${NONCE}">one()</script><script type="module" nonce="${NONCE}">two()</script>`,
    NONCE
  )
  expect(html).toBe('<script>one()</script><script type="module">two()</script>')
  expect(scripts).toEqual([hashOf('one()'), hashOf('two()')])
})

test('an injected script stays blocked', () => {
  const { scripts } = hashedScripts(
    `<script>evil()</script><script nonce="guessed">evil()</script><script nonce="${NONCE}">ours()</script>`,
    NONCE
  )
  expect(scripts).toEqual([hashOf('ours()')])
})

test('PayPal scripts may run only on the payment pages', () => {
  expect(pagePolicy([], 'production', '/pay/checkout')).toContain('paypal.com')
  expect(pagePolicy([], 'production', '/')).not.toContain('paypal.com')
})
