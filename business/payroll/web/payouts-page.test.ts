import { expect, test } from 'vitest'
import { PAYOUT_TEXTS } from '../rules.ts'
import { clientAction, shouldRevalidate } from './payouts-page.tsx'

const send = (serverAction: () => Promise<unknown>) =>
  clientAction({ serverAction } as unknown as Parameters<typeof clientAction>[0]) as Promise<{ data?: { fields: Record<string, string> } }>
const reloads = (actionResult: unknown) => shouldRevalidate({ actionResult } as Parameters<typeof shouldRevalidate>[0])

test('a request without a response does not reload the page, so that the next attempt has the same key', async () => {
  const { data: answer } = await send(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(answer?.fields['form']).toBe(PAYOUT_TEXTS.failed)
  expect(reloads(answer)).toBe(false)
})

test('a refusal and a success reload the page with a new key', async () => {
  expect(reloads(await send(async () => ({ fields: { amount: 'Too much.' } })))).toBe(true)
  expect(reloads(undefined)).toBe(true)
})
