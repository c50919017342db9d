import { data, redirect } from 'react-router'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { momentTyped } from '#platform/web/zone-time.ts'
import { addExpense, reverseExpense } from '../contract.ts'
import { EXPENSE_TEXTS } from '../rules.ts'

/** The texts of a refusal and the typed values, or a call without an answer. */
export type Outcome = { fields: Record<string, string>; typed?: Typed; unanswered?: true }
type Typed = Partial<Record<string, string>>

/** Runs the page's two forms and redirects when done. */
export async function runAction(api: Api, typed: Typed, address: URL) {
  try {
    return redirect(typed['reverse'] ? await reverse(api, typed, address) : await book(api, typed, address))
  } catch (error) {
    const refusal = failed(error, EXPENSE_TEXTS.failed)
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
  return pathOf(address, item.id)
}

async function reverse(api: Api, { reverse: id = '', reason = '' }: Typed, address: URL) {
  const { item } = await api(reverseExpense, { params: { id }, body: { reason } })
  return pathOf(address, item.id)
}

/** The page with the same range. Other parameters of the address are dropped. */
function pathOf({ searchParams }: URL, saved: string): string {
  const range = [...searchParams].filter(([name, value]) => (name === 'start' || name === 'end') && value !== '')
  return `/admin/expenses?${new URLSearchParams([...range, ['saved', saved]])}`
}
