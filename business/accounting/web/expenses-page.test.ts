import { expect, test } from 'vitest'
import { EXPENSE_TEXTS } from '../rules.ts'
import { clientAction, shouldRevalidate } from './expenses-page.tsx'

const send = (serverAction: () => Promise<unknown>) =>
  clientAction({ serverAction } as unknown as Parameters<typeof clientAction>[0]) as Promise<{ data?: { fields: Record<string, string> } }>
const reloads = (actionResult: unknown) => shouldRevalidate({ actionResult } as Parameters<typeof shouldRevalidate>[0])

test('after a call without an answer the page keeps its key, so that a retry books nothing twice', async () => {
  const { data: answer } = await send(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(answer?.fields['form']).toBe(EXPENSE_TEXTS.failed)
  expect(reloads(answer)).toBe(false)
})

test('after a refusal or a success the page loads a new key', async () => {
  expect(reloads(await send(async () => ({ fields: { amount: 'Too much.' } })))).toBe(true)
  expect(reloads(undefined)).toBe(true)
})
