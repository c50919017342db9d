import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#platform/web/api.ts'
import { loadFromServer, loadReport } from './report-calls.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const REQUEST = new Request('https://easel.test/admin/reports?start=2026-01-01&end=2026-02-01')
const RANGE = { start: '2026-01-01', end: '2026-02-01' }

test.each([
  ["the server's error field", new ApiError(500, { error: 'The ledger is closed.', code: 'closed' }), 'The ledger is closed.'],
  [
    "the server's text for a field",
    new ApiError(422, { error: 'Check the fields.', code: 'invalid_fields', fields: { end: 'End must be after start.' } }),
    'End must be after start.'
  ],
  ["the error's own message, if the server did not answer", new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['the generic text, if the error has no message', new TypeError(), 'Something went wrong'],
  ['the generic text, if it is not an error', 'broken', 'Something went wrong']
])('a report that fails to load shows %s', async (_, error, text) => {
  const failed = { ...RANGE, found: null, error: text }
  expect(await loadReport(REQUEST, () => Promise.reject(error))).toEqual(failed)
  expect(await loadFromServer({ request: REQUEST, serverLoader: () => Promise.reject(error) })).toEqual(failed)
})

test('a redirect is followed, not shown as an error', async () => {
  const redirect = new Response(null, { status: 302, headers: { location: '/login' } })
  await expect(loadReport(REQUEST, () => Promise.reject(redirect))).rejects.toBe(redirect)
  await expect(loadFromServer({ request: REQUEST, serverLoader: () => Promise.reject(redirect) })).rejects.toBe(redirect)
})
