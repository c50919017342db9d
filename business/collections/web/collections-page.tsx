import { Form, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { Preview } from '#catalogue/web/index.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import coverCss from '#platform/web/ui/cover-link.module.css'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { createCollection, type ListedCollection, listCollections } from '../contract.ts'
import { countWorks, MESSAGES, NAME_MAX, PROJECT_MAX } from '../rules.ts'
import type { Route } from './+types/collections-page.ts'
import css from './collections-page.module.css'
import { heartProblem, heartWords } from './hearts/heart-problems.ts'
import { useTakeOverAgain } from './hearts/use-take-over.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Collections' }]

const pageAddress = (page: number): string => (page > 1 ? `/collections?page=${page}` : '/collections')

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const page = /^[1-9]\d{0,4}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const list = await context.get(apiContext)(listCollections, { query: { page } })
  const pages = Math.max(1, Math.ceil(list.total / list.page_size))
  if (page > pages) throw redirect(pageAddress(pages))
  return { ...list, pages, isDeleted: params.has('deleted'), heart: heartProblem(params.get('heart')) }
}

const FAILED = 'This could not be saved. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const body = await readForm(request, 'name', 'project')
  try {
    const { id } = await context.get(apiContext)(createCollection, { body })
    return redirect(`/collections/${id}`)
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function CollectionsPage({ loaderData: { items, page, pages, isDeleted, heart }, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  useTakeOverAgain(isDeleted)
  return (
    <Page
      title="Collections"
      intro="Gather works for a project, share them, and license and download them together."
      actions={
        items.length > 0 && (
          <LinkButton to="#new-collection" className={css['jump']}>
            New collection
          </LinkButton>
        )
      }
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!actionData && heart && <Notice tone="bad">{heartWords(heart)}</Notice>}
      {!actionData && isDeleted && <Notice tone="good">Collection deleted. Its works stay in the catalogue.</Notice>}
      <div className={css['desk']}>
        <div className={css['main']}>
          {items.length === 0 ? (
            <EmptyState drawing="folder" title="No collections yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
              Press the heart on a work to keep it here, or start a collection for a project.
            </EmptyState>
          ) : (
            <ul className={css['list']}>
              {items.map((collection) => (
                <CollectionCard key={collection.id} collection={collection} />
              ))}
            </ul>
          )}
          {pages > 1 && <Pagination label="Pages of collections" page={page} pages={pages} to={pageAddress} />}
        </div>
        <Card className={css['form']} aria-labelledby="new-collection">
          <h2 id="new-collection">New collection</h2>
          <NewCollection fields={fields} />
        </Card>
      </div>
    </Page>
  )
}

function CollectionCard({ collection }: { collection: ListedCollection }) {
  const { id, name, project, item_count, covers, used_at } = collection
  return (
    <li className={classNames(coverCss['card'], css['card'])}>
      <Covers covers={covers} />
      <div className={css['about']}>
        <h2 className={css['name']}>
          <Link to={`/collections/${id}`} className={coverCss['link']} title={name}>
            {name}
          </Link>
        </h2>
        {project && (
          <p className={css['project']} title={project}>
            {project}
          </p>
        )}
        <p className={css['quiet']}>
          <span>{countWorks(item_count)}</span>
          <span>Changed {showDay(used_at)}</span>
          <Sharing {...collection} />
        </p>
      </div>
    </li>
  )
}

function Sharing({ is_own, owner_name, visibility }: ListedCollection) {
  if (!is_own) return <Badge tone="info">From {owner_name}</Badge>
  if (visibility === 'private') return null
  return <Badge tone="info">{visibility === 'team' ? 'Shared with your team' : 'Shared by link'}</Badge>
}

/** Always four places, so that cards with few works look like the others. */
function Covers({ covers }: Pick<ListedCollection, 'covers'>) {
  return (
    <div className={css['covers']} aria-hidden="true">
      {Array.from({ length: 4 }, (_, place) => covers[place]).map((cover, place) =>
        cover ? (
          <Preview key={cover.asset_id} asset={cover} width={320} sizes="150px" className={css['cover']} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing else
          <span key={place} className={css['none']} />
        )
      )}
    </div>
  )
}

function NewCollection({ fields }: { fields: Record<string, string> }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate className={css['fields']}>
      <TextField
        label="Name"
        name="name"
        maxLength={NAME_MAX}
        check={(typed) => (typed.trim() === '' ? MESSAGES.name_required : undefined)}
        error={fields['name']}
      />
      <TextField
        label="Project"
        name="project"
        optional
        maxLength={PROJECT_MAX}
        hint="Stands on the certificates that you hand over."
        error={fields['project']}
      />
      <Button type="submit" kind="main" busy={busy}>
        Create collection
      </Button>
    </Form>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Collections" title="Failed to load your collections." />
}
