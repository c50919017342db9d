import { data, type RouterContextProvider, redirect } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { cancelRequest, createRequest, deleteRequest, editRequest, sendMessage } from '../contract.ts'
import type { RequestCategory } from '../rules.ts'
import { addressOf, filterIn } from './request-filter.ts'

const FAILED = 'This could not be done. Please try again.'

type Typed = Readonly<Record<string, string>>

/** What a client does with a request: each form names it in `intent`. */
export async function runRequest(context: Readonly<RouterContextProvider>, request: Request) {
  const form = await request.formData()
  const typed = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  try {
    return await run(context, typed, new URL(request.url).searchParams)
  } catch (error) {
    if (error instanceof Response) throw error
    return failedWith(error, typed)
  }
}

async function run(context: Readonly<RouterContextProvider>, typed: Typed, params: URLSearchParams) {
  const api = context.get(apiContext)
  const { filter, page } = filterIn(params)
  const { intent, id = '' } = typed
  const at = { params: { id } }
  if (intent === 'create') {
    const made = await api(createRequest, { body: bodyOf(typed) })
    return redirect(addressOf({ search: '' }, { view: made.id, submitted: true }))
  }
  if (intent === 'delete') {
    await api(deleteRequest, at)
    return redirect(addressOf(filter, { page, deleted: true }))
  }
  if (intent === 'say') {
    await api(sendMessage, { ...at, body: { body: typed['body'] ?? '' } })
    return redirect(addressOf(filter, { page, view: id }))
  }
  if (intent === 'edit') await api(editRequest, { ...at, body: bodyOf(typed) })
  else if (intent === 'cancel') await api(cancelRequest, at)
  else throw new ApiError(400, { error: 'Something went wrong', code: 'unknown_intent' })
  return data({ done: intent === 'edit' ? 'Changes saved.' : 'Request cancelled.' })
}

const bodyOf = ({ title = '', description = '', category = '', budget = '', due_date = '' }: Typed) => ({
  title,
  description,
  category: category as RequestCategory,
  budget: budget.trim(),
  due_date
})

/** With what was typed, so that nothing is lost. */
function failedWith(error: unknown, typed: Typed) {
  if (error instanceof ApiError && error.status < 500) return data({ fields: errorFields(error), typed }, error.status)
  console.error(error)
  return data({ fields: { form: FAILED }, typed }, 500)
}
