import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { addSynonyms, deleteSearchMiss, deleteSynonyms, editSynonyms, listSearchMisses, listSynonyms } from '#catalogue/search.contract.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import type { Route } from './+types/synonyms-page.ts'
import { SearchMisses } from './search-misses.tsx'
import { SynonymDesk } from './synonym-desk.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Search words' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const api = context.get(apiContext)
  const q = searchIn(params)
  const query = { q, page: pageIn(params) }
  const done = params.get('done')
  if (params.get('tab') === 'misses') return { tab: 'misses' as const, q, done, misses: await api(listSearchMisses, { query }) }
  const groups = await api(listSynonyms, { query })
  const edited = groups.items.find(({ id }) => id === params.get('edit')) ?? null
  return { tab: 'groups' as const, q, done, groups, edited, prefilled: (params.get('words') ?? '').slice(0, 200) }
}

const FAILED = 'This could not be saved. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id, words, one_way } = await readForm(request, 'intent', 'id', 'words', 'one_way')
  const api = context.get(apiContext)
  const body = { words, one_way: one_way === 'on' }
  try {
    if (intent === 'forget') {
      await api(deleteSearchMiss, { params: { id } })
      return redirect('/admin/synonyms?tab=misses&done=forgotten')
    }
    if (intent === 'delete') await api(deleteSynonyms, { params: { id } })
    else if (intent === 'edit') await api(editSynonyms, { params: { id }, body })
    else await api(addSynonyms, { body })
    return redirect(`/admin/synonyms?done=${intent === 'delete' ? 'deleted' : intent === 'edit' ? 'updated' : 'added'}`)
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

const DONE: Record<string, string> = {
  added: 'Group added. It applies to new searches.',
  updated: 'Group updated. It applies to new searches.',
  deleted: 'Group deleted.',
  forgotten: 'Search dismissed.'
}

export default function SynonymsPage({ loaderData, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  const { tab, done, q } = loaderData
  return (
    <Page title="Search Words" intro="Synonyms for the search, and searches that return nothing.">
      <LinkTabs
        label="Search words"
        tabs={[
          { to: '/admin/synonyms', label: 'Synonyms', current: tab === 'groups' },
          { to: '/admin/synonyms?tab=misses', label: 'Searches without results', current: tab === 'misses' }
        ]}
      />
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!actionData && done && DONE[done] && <Notice tone="good">{DONE[done]}</Notice>}
      {tab === 'misses' ? (
        <SearchMisses misses={loaderData.misses} q={q} />
      ) : (
        <SynonymDesk groups={loaderData.groups} edited={loaderData.edited} prefilled={loaderData.prefilled} q={q} fields={fields} />
      )}
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Search Words" title="Failed to load the search words." />
}
