import { data, type RouterContextProvider, redirect } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { cancelRequest, createRequest, deleteRequest, editRequest } from '../contract.ts'
import { sendMessage } from '../conversation.contract.ts'
import type { RequestCategory } from '../rules.ts'
import { addressOf, filterIn } from './request-filter.ts'

const FAILED = 'This did not work. Please try again.'

type Fields = Readonly<Partial<Record<string, string>>>

/** Runs the form that the client sent. Each form names its action in `intent`. */
export async function runRequest(context: Readonly<RouterContextProvider>, request: Request) {
  const typed = textFields(await request.formData())
  try {
    return await run(context, typed, new URL(request.url).searchParams)
  } catch (error) {
    if (error instanceof Response) throw error
    return failedWith(error, typed)
  }
}

async function run(context: Readonly<RouterContextProvider>, typed: Fields, params: URLSearchParams) {
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
  return data({ done: intent === 'edit' ? 'Changes saved.' : 'Request canceled.' })
}

/** An unknown category is sent on, so that the server's message is shown. */
const categoryIn = (text: string) => text as RequestCategory

const bodyOf = ({ title = '', description = '', category = '', budget = '', due_date = '' }: Fields) => ({
  title,
  description,
  category: categoryIn(category),
  budget: budget.trim(),
  due_date
})

/** Returns the errors with the values that were sent, so that nothing is lost. */
function failedWith(error: unknown, typed: Fields) {
  if (error instanceof ApiError && error.status < 500) return data({ fields: errorFields(error), typed }, error.status)
  console.error(error)
  return data({ fields: { form: FAILED }, typed }, 500)
}
