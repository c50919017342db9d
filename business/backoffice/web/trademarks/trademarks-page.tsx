import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { addTrademark, deleteTrademark, listTrademarks } from '#catalogue/findings.contract.ts'
import { failed } from '#platform/web/action.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import type { Route } from './+types/trademarks-page.ts'
import { TrademarkDesk } from './trademark-desk.tsx'
import { UndoRemoval } from './undo-removal.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Trademarks' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const q = searchIn(params)
  return { q, trademarks: await context.get(apiContext)(listTrademarks, { query: { q, page: pageIn(params) } }) }
}

const FAILED = 'This could not be saved. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id, word } = await readForm(request, 'intent', 'id', 'word')
  const api = context.get(apiContext)
  try {
    if (intent === 'remove') {
      await api(deleteTrademark, { params: { id } })
      return data({ done: `“${word}” is removed.`, removed: word, fields: undefined })
    }
    if (intent !== 'restore') return data(await addAll(api, word))
    await api(addTrademark, { body: { word } })
    return data({ done: `“${word}” is on the list again.`, removed: undefined, fields: undefined })
  } catch (error) {
    return failed(error, FAILED)
  }
}

/** One field takes many words. */
const WORDS_MAX = 50

/** Adds words that are separated by commas. Words that are already on the list are skipped. */
async function addAll(api: Api, typed: string) {
  const words = [...new Set(typed.split(/[,\n]/).map((word) => word.trim()))].filter(Boolean).slice(0, WORDS_MAX)
  const [word = ''] = words
  let added = 0
  if (words.length > 1) for (const one of words) added += await addUnlessTaken(api, one)
  else await api(addTrademark, { body: { word } })
  return {
    done: words.length > 1 ? `${added} of ${words.length} words are added.` : `“${word}” is added.`,
    removed: undefined,
    fields: undefined
  }
}

/** Returns how many words were added. */
async function addUnlessTaken(api: Api, word: string): Promise<number> {
  try {
    await api(addTrademark, { body: { word } })
    return 1
  } catch (error) {
    if (error instanceof ApiError && error.body.code === 'trademark_taken') return 0
    throw error
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function TrademarksPage({ loaderData: { q, trademarks }, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  const done = actionData && 'done' in actionData ? actionData : undefined
  return (
    <Page
      title="Trademarks"
      intro="Words that artists and reviewers are warned about when they stand in a title, a description, tags, or a picture."
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {done && (
        <Notice tone="good">
          {done.done} {done.removed !== undefined && <UndoRemoval word={done.removed} />}
        </Notice>
      )}
      <TrademarkDesk trademarks={trademarks} q={q} fields={fields} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Trademarks" title="Failed to load the trademarks." />
}
