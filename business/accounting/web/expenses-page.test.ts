import { expect, test } from 'vitest'
import { EXPENSE_WORDS } from '../rules.ts'
import { clientAction, shouldRevalidate } from './expenses-page.tsx'

const send = (serverAction: () => Promise<unknown>) =>
  clientAction({ serverAction } as unknown as Parameters<typeof clientAction>[0]) as Promise<{ data?: { fields: Record<string, string> } }>
const isLoadedAnew = (actionResult: unknown) => shouldRevalidate({ actionResult } as Parameters<typeof shouldRevalidate>[0])

test('a call whose answer was lost leaves the page as it is, so that the next try has the same key', async () => {
  const { data: answer } = await send(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(answer?.fields['form']).toBe(EXPENSE_WORDS.failed)
  expect(isLoadedAnew(answer)).toBe(false)
})

test('a refusal and a success load the page anew, with another key', async () => {
  expect(isLoadedAnew(await send(async () => ({ fields: { amount: 'Too much.' } })))).toBe(true)
  expect(isLoadedAnew(undefined)).toBe(true)
})
