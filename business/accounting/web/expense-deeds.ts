import { data, redirect } from 'react-router'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { sessionOver } from '#platform/web/client-action.ts'
import { turnedAway } from '#platform/web/page.ts'
import { momentTyped } from '#platform/web/zone-time.ts'
import { addExpense, reverseExpense } from '../contract.ts'
import { EXPENSE_WORDS } from '../rules.ts'

/** A refusal, and what was typed; or a call whose answer was lost. */
export type Outcome = { fields: Record<string, string>; typed?: Record<string, string>; unanswered?: true }
type Typed = Record<string, string>

/** What the page's two forms send, and where one is led once it is done; whoever may not do it any more signs in again. */
export async function doDeed(api: Api, typed: Typed, address: URL) {
  try {
    return redirect(typed['take_back'] ? await takeBack(api, typed, address) : await book(api, typed, address))
  } catch (error) {
    if (turnedAway(error) === 403) return sessionOver()
    const refusal = failed(error, EXPENSE_WORDS.failed)
    return data({ ...refusal.data, typed } satisfies Outcome, refusal.init ?? undefined)
  }
}

async function book(
  api: Api,
  { key = '', zone = '', typed_at = '', category = '', project = '', amount = '', description = '' }: Typed,
  address: URL
) {
  const body = { occurred_at: momentTyped(typed_at, zone) ?? '', category, project, amount, description }
  const { item } = await api(addExpense, { body }, { idempotency_key: key })
  return pathOf(address, { saved: item.id })
}

async function takeBack(api: Api, { take_back = '', reason = '' }: Typed, address: URL) {
  const { item } = await api(reverseExpense, { params: { id: take_back }, body: { reason } })
  return pathOf(address, { saved: item.id })
}

/** The page with the same range, and nothing else of its address. */
function pathOf({ searchParams }: URL, more: Record<string, string> = {}): string {
  const range = ['start', 'end'].flatMap((name) => (searchParams.get(name) ? [[name, searchParams.get(name)!]] : []))
  return `/admin/expenses?${new URLSearchParams([...range, ...Object.entries(more)])}`
}
