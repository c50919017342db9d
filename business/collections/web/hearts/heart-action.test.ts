import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api.ts'
import { MESSAGES } from '../../rules.ts'
import { action } from './heart-action.ts'
import { heartProblem, heartWords } from './heart-problems.ts'

const ID = '0198c3a2-9b77-7a20-8c11-0e5d3f2a6b90'

/** Returns where the form leads when the API refuses with this code. */
async function leadsTo(status: number, code: string) {
  const api = () => Promise.reject(new ApiError(status, { error: 'No.', code }))
  const request = new Request(`http://easel.test/hearts?asset_id=${ID}`, { method: 'POST' })
  const answer = await action({ request, params: {}, context: { get: () => api } } as unknown as Parameters<typeof action>[0])
  return answer.headers.get('location')
}

test('a heart that is refused says why, unless the page of the asset shows it', async () => {
  expect(await leadsTo(409, 'too_many_collections')).toBe('/collections?heart=too_many_collections')
  expect(await leadsTo(429, 'too_many')).toBe('/collections?heart=too_many')
  expect(await leadsTo(404, 'asset_not_found')).toBe(`/assets/${ID}`)
  expect(heartWords(heartProblem('too_many_collections')!)).toBe(MESSAGES.too_many)
  expect([heartProblem(null), heartProblem('constructor')]).toEqual([undefined, undefined])
})
