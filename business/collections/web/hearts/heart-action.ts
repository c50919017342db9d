import { redirect } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { addHearts } from '../../contract.ts'
import type { Route } from './+types/heart-action.ts'
import { heartProblem } from './heart-problems.ts'

const UUID = /^[0-9a-f-]{36}$/i

/** Where the form of a heart leads, and where someone who had to log in for it comes back to. */
function backTo(request: Request): string {
  const id = new URL(request.url).searchParams.get('asset_id') ?? ''
  return UUID.test(id) ? `/assets/${id}` : '/collections'
}

export const loader = ({ request }: Route.LoaderArgs) => redirect(backTo(request))

/** The heart of an asset's page before its script has loaded. What the asset's page does not show is said on the page of the collections. */
export async function action({ request, context }: Route.ActionArgs) {
  const asset_id = new URL(request.url).searchParams.get('asset_id') ?? ''
  try {
    await context.get(apiContext)(addHearts, { body: { asset_ids: [asset_id] } })
  } catch (error) {
    errorFields(error)
    const problem = heartProblem(error instanceof ApiError ? error.body.code : '')
    if (problem) return redirect(`/collections?heart=${problem}`)
  }
  return redirect(backTo(request))
}
