import { redirect } from 'react-router'
import { landingOf } from '#accounts/rules.ts'
import { deleteView, listSavedViews, saveView } from '#accounts/views.contract.ts'
import { ApiError } from '#platform/web/api.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import type { Route } from './+types/saved-views.ts'

/** Only forms lead here. */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(apiContext)(listSavedViews, {})
  return redirect(landingOf('admin'))
}

/** Saves or deletes filters and returns to their page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id, path, query, name } = await readForm(request, 'intent', 'id', 'path', 'query', 'name')
  const api = context.get(apiContext)
  try {
    if (intent === 'delete') await api(deleteView, { params: { id } })
    else await api(saveView, { body: { path, query, name } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error: Object.values(error.body.fields ?? {})[0] ?? error.message }
  }
  return redirect(PAGE.test(path) ? path + query : landingOf('admin'))
}

/** A page of this site: two slashes would lead to another one. */
const PAGE = /^\/[a-z][a-z/-]*$/
