import type { RouterContextProvider } from 'react-router'
import { wageRules } from '#payroll/contract.ts'
import { failed } from '#platform/web/action.ts'
import { apiContext } from '#platform/web/page.ts'
import { adminAssets, type Decided, decideAsset, decideAssets, type ReviewedAsset } from '#submissions/review.contract.ts'
import { type RejectReason, WORDS } from '#submissions/rules.ts'

type Context = Readonly<RouterContextProvider>

/** Assets that wait, those that look like them, and what approving each category costs. */
export type Review = { assets: ReviewedAsset[]; total: number; near: ReviewedAsset[]; wages: Record<string, number> }

/** The near ones of a page are fetched at once, and no more of them than a call takes. */
const NEAR_MOST = 100

export async function loadReview(context: Context, page: number, page_size: number): Promise<Review> {
  const api = context.get(apiContext)
  const [waiting, rules] = await Promise.all([
    api.withTotal(adminAssets, { query: { status: 'pending', sort: 'oldest', page, page_size } }),
    api(wageRules, {})
  ])
  const ids = [...new Set(waiting.body.flatMap(({ near_duplicates }) => near_duplicates))].slice(0, NEAR_MOST)
  const near = ids.length > 0 ? await api(adminAssets, { query: { ids: ids.join(','), page_size: NEAR_MOST } }) : []
  const wages = Object.fromEntries(rules.map(({ category, wage }) => [category, wage]))
  return { assets: reviewableFirst(waiting.body), total: waiting.total, near, wages }
}

/** Oldest first, but what has no processed file yet waits behind what can be decided. */
function reviewableFirst(assets: ReviewedAsset[]): ReviewedAsset[] {
  const isReady = ({ files }: ReviewedAsset) => files.some(({ status }) => status === 'ready')
  return [...assets.filter(isReady), ...assets.filter((asset) => !isReady(asset))]
}

export type ReviewAnswer = { fields: Record<string, string>; decided?: Decided[] }

/** One decision or many alike: the form names each asset by an `id`. */
export async function saveDecisions(context: Context, form: FormData) {
  const api = context.get(apiContext)
  const ids = form.getAll('id').map(String)
  const status = form.get('status') === 'approved' ? ('approved' as const) : ('rejected' as const)
  const body = { status, reason: String(form.get('reason') ?? ''), reason_codes: form.getAll('reason_codes') as RejectReason[] }
  try {
    if (ids.length > 1) return { fields: {}, decided: (await api(decideAssets, { body: { ...body, ids } })).items }
    const { id, wage } = await api(decideAsset, { params: { id: ids[0] ?? '' }, body })
    return { fields: {}, decided: [{ id, outcome: status, error: null, wage }] }
  } catch (error) {
    return failed(error, WORDS.status_failed)
  }
}
