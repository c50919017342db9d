import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'

const policyAt = (header: string | undefined): Map<string, string> =>
  new Map((header ?? '').split('; ').map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1).join(' ')]))

for (const address of ['/login', '/reset-password?token=x', '/nowhere'])
  test(`${address} runs only our scripts, cannot be framed, and is not cached`, async ({ request }) => {
    const [one, two] = [await request.get(address), await request.get(address)].map((answer) => answer.headers())
    const policy = policyAt(one?.['content-security-policy'])
    expect(policy.get('script-src')).toMatch(/^'self' 'nonce-[\w+/=]{24}' 'wasm-unsafe-eval'$/)
    expect(policy.get('script-src')).not.toBe(policyAt(two?.['content-security-policy']).get('script-src'))
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'base-uri': "'self'",
      'form-action': "'self'"
    })
    expect(one).toMatchObject({
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'private, no-store'
    })
  })

for (const address of ['/', '/terms'])
  test(`${address} runs only scripts with known hashes and may be cached for a minute`, async ({ request }) => {
    const answer = await request.get(address)
    const policy = policyAt(answer.headers()['content-security-policy'])
    expect(policy.get('script-src')).toMatch(/^'self'( 'sha256-[\w+/=]{44}')+ 'wasm-unsafe-eval'$/)
    expect(await answer.text()).not.toContain('nonce=')
    expect(answer.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+$/)
    expect(answer.headers()['vary']).toBe('accept-encoding, cookie')
  })
