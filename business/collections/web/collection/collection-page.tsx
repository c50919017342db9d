import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { type CollectionWithItems, readCollection } from '../../contract.ts'
import { countWorks } from '../../rules.ts'
import type { Route } from './+types/collection-page.ts'
import { type Done, FAILED, runCollection } from './collection-action.ts'
import css from './collection-page.module.css'
import { CollectionSide } from './collection-side.tsx'
import { UndoForm } from './undo-form.tsx'
import { WorkList } from './work-list.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.collection.name ?? 'Collection' }]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const collection = await context.get(apiContext)(readCollection, { params: { id: params.collectionId } })
  return { collection, noted: new URL(request.url).searchParams.get('note'), public_url: context.get(requestContext).public_url }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  runCollection(context.get(apiContext), params.collectionId, request)

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function CollectionPage({ loaderData: { collection, noted, public_url }, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData && 'fields' in actionData ? (actionData.fields ?? {}) : {}
  const done: Done | undefined = actionData && 'done' in actionData ? actionData : undefined
  const { name, items, is_own } = collection
  return (
    <Page title={name} intro={<Intro {...collection} />} actions={<Actions />}>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {done && (
        <Notice tone="good">
          {done.done} {done.undo && <UndoForm {...done.undo} />}
        </Notice>
      )}
      <div className={css['desk']}>
        {items.length === 0 ? (
          <EmptyState drawing="image" title="No works yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
            {is_own ? 'Press the heart on a work: it goes into the collection that you used last.' : 'Its owner has not added works yet.'}
          </EmptyState>
        ) : (
          <WorkList collection={collection} noted={noted} fields={fields} />
        )}
        <CollectionSide collection={collection} public_url={public_url} fields={fields} />
      </div>
    </Page>
  )
}

/** On a phone, what one can do with the collection is below its works. */
function Actions() {
  return (
    <>
      <LinkButton to="#tools" className={css['jump']}>
        License, share, download
      </LinkButton>
      <LinkButton to="/collections">All collections</LinkButton>
    </>
  )
}

function Intro({ project, item_count, unavailable_count, is_own, owner_name }: CollectionWithItems) {
  return [
    project,
    is_own ? undefined : `From ${owner_name}`,
    countWorks(item_count),
    unavailable_count > 0 ? `${unavailable_count} not available now` : undefined
  ]
    .filter(Boolean)
    .join(' · ')
}

export function ErrorBoundary() {
  return <LoadFailed page="Collection" title="Failed to load this collection." />
}
