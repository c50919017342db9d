import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { listAssets } from '#catalogue/contract.ts'
import { chooseWorks, editCollection, getEditedCollection } from '#catalogue/featured.contract.ts'
import { rearranged } from '#catalogue/featured.rules.ts'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { searchIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import type { Route } from './+types/collection-page.ts'
import { ChosenWorks } from './chosen-works.tsx'
import { CollectionForm } from './collection-form.tsx'
import css from './collection-page.module.css'
import { UndoForm } from './undo-form.tsx'
import { WorkFinder } from './work-finder.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.collection.title ?? 'Collection' }]

/** Works that one search offers. */
const FOUND_MAX = 24

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const q = searchIn(new URL(request.url).searchParams)
  const [collection, found] = await Promise.all([
    api(getEditedCollection, { params: { id: params.collectionId } }),
    api(listAssets, { query: { search: q, page_size: FOUND_MAX } })
  ])
  return { collection, found, q }
}

const FAILED = 'This could not be saved. Please try again.'

type Sent = Record<'intent' | 'title' | 'summary' | 'asset_ids' | 'version' | 'do', string>

export async function action({ request, params, context }: Route.ActionArgs) {
  const sent = await readForm(request, 'intent', 'title', 'summary', 'asset_ids', 'version', 'do')
  try {
    return data(await save(context.get(apiContext), params.collectionId, sent))
  } catch (error) {
    return failed(error, FAILED)
  }
}

type Saved = { done: string; undo?: string; fields?: undefined }

/** After a removal, `undo` has the works as they were. */
async function save(api: Api, id: string, { intent, title, summary, asset_ids, version, do: step }: Sent): Promise<Saved> {
  const [name = '', work_id = ''] = step.split(':')
  if (intent === 'texts') {
    await api(editCollection, { params: { id }, body: { title, summary } })
    return { done: 'Saved.' }
  }
  if (name === 'cover') {
    await api(editCollection, { params: { id }, body: { cover_asset_id: work_id } })
    return { done: 'The cover is changed.' }
  }
  const ids = asset_ids.split(',').filter(Boolean)
  const chosen = rearranged(ids, step)
  await api(chooseWorks, { params: { id }, body: { asset_ids: chosen, version: Number(version) } })
  if (name === 'remove') return { done: 'The work is removed.', undo: asset_ids }
  return { done: DONE[name] ?? 'The works are as before.' }
}

const DONE: Record<string, string> = { add: 'The work is added.', up: 'Moved.', down: 'Moved.', place: 'Moved.' }

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function CollectionPage({ loaderData: { collection, found, q }, actionData }: Route.ComponentProps) {
  const { id, title, works, version, is_published, slug } = collection
  const fields: Record<string, string> = actionData?.fields ?? {}
  const done = actionData && 'done' in actionData ? actionData : undefined
  return (
    <Page
      title={title}
      intro="Drag works to order them. The first ones stand for the collection."
      actions={<Actions isPublished={is_published} slug={slug} />}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {done && (
        <Notice tone="good">
          {done.done} {done.undo !== undefined && <UndoForm asset_ids={done.undo} version={version} />}
        </Notice>
      )}
      <div className={css['desk']}>
        <ChosenWorks collection={collection} />
        <div className={css['side']}>
          <WorkFinder found={found} q={q} works={works} version={version} />
          <Card className={classNames(css['form'], css['texts'])}>
            <h2>Title and summary</h2>
            <CollectionForm key={id} collection={collection} button="Save" fields={fields} />
          </Card>
        </div>
      </div>
    </Page>
  )
}

function Actions({ isPublished, slug }: { isPublished: boolean; slug: string }) {
  return (
    <>
      <LinkButton to="/admin/collections">All collections</LinkButton>
      {isPublished && <LinkButton to={`/featured/${slug}`}>Open its page</LinkButton>}
    </>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Collections" title="Failed to load the collection." />
}
