import { expect, test } from 'vitest'
import { mayChangePages } from './page-changes.ts'

test('only successful changes by admins empty the caches at once; others wait for the notification of what they changed', () => {
  const call = { method: 'POST', role: 'admin', status: 200 } as const
  expect(mayChangePages(call)).toBe(true)
  expect(mayChangePages({ ...call, method: 'DELETE', status: 204 })).toBe(true)
  expect(mayChangePages({ ...call, method: 'GET' })).toBe(false)
  expect(mayChangePages({ ...call, status: 403 })).toBe(false)
  for (const role of ['employee', 'client', undefined] as const) expect(mayChangePages({ ...call, role })).toBe(false)
})
