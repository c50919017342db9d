import { describe, expect, test } from 'vitest'
import { accessOf, afterLogin, mayOpen, ownAddress, ROUTE_ACCESS, strengthOf } from './rules.ts'

describe('next', () => {
  test.each(['/pay/checkout?asset_id=1&amount=5', '/resume-checkout', '/', '/assets/12#formats', '/user/profile'])(
    '%s is accepted as a path on this site',
    (next) => expect(ownAddress(next)).toBe(next)
  )

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/..//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    ' /x',
    null,
    undefined
  ])('%j is rejected', (next) => expect(ownAddress(next)).toBeUndefined())

  test.each(['/login', '/login?next=/login', '/register/', '/verify?email=a', '/logout'])(
    '%s is rejected because it would cause a redirect loop',
    (next) => expect(ownAddress(next)).toBeUndefined()
  )

  test.each([
    ['admin', '/admin/dashboard'],
    ['employee', '/employee/dashboard'],
    ['client', '/user/dashboard']
  ] as const)('an unsafe next sends role %s to %s', (role, page) => expect(afterLogin('https://evil.example', role)).toBe(page))
})

describe('pages', () => {
  test.each([
    ['anyone', null, 'open'],
    ['signed_in', null, 'login'],
    ['signed_in', 'employee', 'open'],
    ['client', null, 'login'],
    ['client', 'client', 'open'],
    ['client', 'admin', 'home'],
    ['employee', 'admin', 'home'],
    ['admin', 'client', 'home']
  ] as const)('access %s, role %s: %s', (access, role, answer) => expect(mayOpen(access, role)).toBe(answer))

  test('a path matches its pattern with or without a trailing slash', () => {
    expect(accessOf('/assets')).toBe('employee')
    expect(accessOf('/assets/')).toBe('employee')
    expect(accessOf('/assets/8e1f')).toBe('anyone')
    expect(accessOf('/upload-file/8e1f')).toBe('employee')
    expect(accessOf('/')).toBe('anyone')
    expect(accessOf('/no-such-page')).toBe('anyone')
  })

  test.each(['/ADMIN/Expenses', '/admin/expenses///', '//admin//expenses', '/%61dmin/e%78penses'])(
    '%s is guarded the way the router matches it',
    (path) => expect(accessOf(path)).toBe('admin')
  )

  test('a path that cannot be decoded is not guarded', () => expect(accessOf('/admin/%E0%A4')).toBe('anyone'))

  test('every page under /admin is for admins only', () => {
    const admins = Object.entries(ROUTE_ACCESS).filter(([path]) => path.startsWith('/admin/'))
    expect(admins.length).toBeGreaterThan(8)
    expect(admins.every(([, access]) => access === 'admin')).toBe(true)
  })
})

test.each([
  ['', 0, 'Weak'],
  ['abc', 0, 'Weak'],
  ['abcdef', 1, 'Weak'],
  ['A1', 2, 'Fair'],
  ['Abcdef', 2, 'Fair'],
  ['abcde1', 2, 'Fair'],
  ['Abcde1', 3, 'Good'],
  ['Éclair-', 3, 'Good'],
  ['Abcde1!', 4, 'Strong'],
  ['A b c 1', 3, 'Good']
])('%j scores %i: %s', (password, score, strength) => expect(strengthOf(password)).toEqual({ score, strength }))
