import type { RouterContextProvider } from 'react-router'
import { wageRules } from '#payroll/contract.ts'
import { failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { adminAssets, type Decided, decideAsset, decideAssets, type ReviewedAsset } from '#submissions/review.contract.ts'
import { BATCH_OUTCOMES, MESSAGES, REJECT_REASON_CODES } from '#submissions/rules.ts'
import { pinsIn } from './pins/pin-draft.ts'

type Context = Readonly<RouterContextProvider>

/** Pending assets, assets similar to them, and the wage of each category in dollars. */
/** `with_new_files` counts approved assets whose later files wait for approval. */
export type Review = {
  assets: ReviewedAsset[]
  total: number
  with_new_files: number
  near: ReviewedAsset[]
  wages: Record<string, number>
}

/** Similar assets of a page are fetched in one call, up to the limit of that call. */
const NEAR_MAX = 100

export async function loadReview(context: Context, page: number, page_size: number): Promise<Review> {
  const api = context.get(apiContext)
  const [pending, added, rules] = await Promise.all([
    api.withTotal(adminAssets, { query: { status: 'pending', sort: 'oldest', page, page_size } }),
    api.withTotal(adminAssets, { query: { new_files: 'yes', page_size: 1 } }),
    api(wageRules, {})
  ])
  const ids = [...new Set(pending.body.flatMap(({ near_duplicates }) => near_duplicates))].slice(0, NEAR_MAX)
  const near = ids.length > 0 ? await api(adminAssets, { query: { ids: ids.join(','), page_size: NEAR_MAX } }) : []
  const wages = Object.fromEntries(rules.map(({ category, wage }) => [category, wage]))
  return { assets: reviewableFirst(pending.body), total: pending.total, with_new_files: added.total, near, wages }
}

/** Oldest first, but assets without a processed file come last because they cannot be decided. */
function reviewableFirst(assets: ReviewedAsset[]): ReviewedAsset[] {
  const isReady = ({ files }: ReviewedAsset) => files.some(({ status }) => status === 'ready')
  return [...assets.filter(isReady), ...assets.filter((asset) => !isReady(asset))]
}

/** The answer when one asset could not be decided. It is not an error of the page, so that the page reloads and shows what has changed. */
function undecided(error: unknown, id: string): ReviewAnswer | undefined {
  const outcome = error instanceof ApiError ? BATCH_OUTCOMES.find((one) => one === error.body.code) : undefined
  if (!outcome || !(error instanceof ApiError)) return undefined
  return { fields: {}, decided: [{ id, outcome, error: error.message, wage: null, wage_cents: null }] }
}

export type ReviewAnswer = { fields: Record<string, string>; decided?: Decided[] }

/** Decides one asset or several. The form has an `id` and a `version` field for each; `pins` are for one asset only. */
export async function saveDecisions(context: Context, form: FormData) {
  const api = context.get(apiContext)
  const ids = form.getAll('id').map(String)
  const status: 'approved' | 'rejected' = form.get('status') === 'approved' ? 'approved' : 'rejected'
  const codes = new Set(form.getAll('reason_codes'))
  const reason_codes = REJECT_REASON_CODES.filter((code) => codes.has(code))
  const { reason = '', duplicate_of = '', pins = '' } = textFields(form)
  const body = { status, reason, reason_codes, ...(duplicate_of && { duplicate_of }) }
  const versions = form.getAll('version').map(String)
  try {
    if (ids.length !== 1) {
      const shown = Object.fromEntries(ids.map((id, index) => [id, versions[index] ?? '']))
      return { fields: {}, decided: (await api(decideAssets, { body: { ...body, ids, versions: shown } })).items }
    }
    const [version] = versions
    const { id, wage, wage_cents } = await api(decideAsset, {
      params: { id: ids[0] ?? '' },
      body: { ...body, pins: pinsIn(pins), ...(version && { version }) }
    })
    return { fields: {}, decided: [{ id, outcome: status, error: null, wage, wage_cents }] }
  } catch (error) {
    return undecided(error, ids[0] ?? '') ?? failed(error, MESSAGES.status_failed)
  }
}
