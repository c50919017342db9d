import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import {
  addCollection,
  deleteCollection,
  type EditedCollection,
  editCollection,
  listEditedCollections,
  orderCollections
} from '#catalogue/featured.contract.ts'
import { rearranged } from '#catalogue/featured.rules.ts'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { DeskTools } from '#platform/web/ui/desk-table/desk-table.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import type { Route } from './+types/collections-page.ts'
import { CollectionFilters, filterIn, found } from './collection-filters.tsx'
import { CollectionForm } from './collection-form.tsx'
import { CollectionList } from './collection-list.tsx'
import css from './collections-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Collections' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const { items } = await context.get(apiContext)(listEditedCollections, {})
  return { collections: items, filter: filterIn(params), done: params.get('done') }
}

const FAILED = 'This could not be saved. Please try again.'

type Sent = Record<'intent' | 'id' | 'title' | 'summary' | 'ids' | 'do', string>

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await readForm(request, 'intent', 'id', 'title', 'summary', 'ids', 'do')
  try {
    return redirect(await save(context.get(apiContext), sent))
  } catch (error) {
    return failed(error, FAILED)
  }
}

/** Returns the address to go on at. */
async function save(api: Api, { intent, id, title, summary, ids, do: step }: Sent): Promise<string> {
  if (intent === 'order') {
    await api(orderCollections, { body: { ids: rearranged(ids.split(','), step) } })
    return '/admin/collections'
  }
  if (intent === 'publish' || intent === 'unpublish') {
    await api(editCollection, { params: { id }, body: { is_published: intent === 'publish' } })
    return `/admin/collections?done=${intent}ed`
  }
  if (intent === 'delete') {
    await api(deleteCollection, { params: { id } })
    return '/admin/collections?done=deleted'
  }
  const added = await api(addCollection, { body: { title, summary } })
  return `/admin/collections/${added.id}`
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

const DONE: Record<string, string> = {
  published: 'Published. It is on the home page now.',
  unpublished: 'Unpublished. Only admins see it now.',
  deleted: 'Collection deleted. Its works stay in the catalogue.'
}

export default function CollectionsPage({ loaderData: { collections, filter, done }, actionData }: Route.ComponentProps) {
  const shown = found(collections, filter)
  const fields: Record<string, string> = actionData?.fields ?? {}
  return (
    <Page title="Collections" intro="What the home page features, in this order.">
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!actionData && done && DONE[done] && <Notice tone="good">{DONE[done]}</Notice>}
      <CollectionFilters filter={filter} collections={collections} />
      <DeskTools csv={{ name: 'collections', rows: csvOf(shown) }} />
      <div className={css['desk']}>
        <CollectionList collections={collections} shown={shown} />
        <Card className={css['form']}>
          <h2>Add a collection</h2>
          <CollectionForm key={collections.length} button="Add collection" fields={fields} />
        </Card>
      </div>
    </Page>
  )
}

const csvOf = (collections: readonly EditedCollection[]): string[][] => [
  ['Title', 'Summary', 'State', 'Works', 'On sale', 'Address'],
  ...collections.map(({ title, summary, is_published, work_count, item_count, slug }) => {
    const state = is_published ? 'published' : 'not published'
    return [title, summary, state, String(work_count), String(item_count), `/featured/${slug}`]
  })
]

export function ErrorBoundary() {
  return <LoadFailed page="Collections" title="Failed to load the collections." />
}
