import { useEffect, useRef } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { Button } from '../button.tsx'
import { toast } from '../feedback/toaster.tsx'
import { TextField } from '../form/text-field.tsx'
import { IconBookmark, IconX } from '../icons.ts'
import css from './desk-table.module.css'
import { DropDown } from './drop-down.tsx'
import { type SavedView, useTableChoices } from './table-choices.tsx'

export const VIEW_NAME_MAX = 60

type Saved = { error?: string; saved?: string }

/** Parameters that are no filters: the page, what is open, and what has just been done. */
const PASSING = ['page', 'payment', 'view', 'edit', 'reverse', 'paid', 'saved', 'done']

/** The search and filters of an address, without the page and what is open. */
function queryOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of PASSING) params.delete(name)
  for (const [name, value] of [...params]) if (value === '') params.delete(name)
  params.sort()
  return params.size > 0 ? `?${params}` : ''
}

/** The person's saved filters of this page, and a form that saves the current ones. Works without JavaScript. */
export function SavedViews() {
  const { views, views_action } = useTableChoices()
  const { pathname, search } = useLocation()
  const query = queryOf(search)
  const own = views.filter(({ path }) => path === pathname)
  const current = own.find((view) => view.query === query)
  if (!views_action) return null
  return (
    <>
      {own.length > 0 && (
        <ul className={css['views']} aria-label="Saved filters">
          {own.map((view) => (
            <li key={view.id} className={css['view']}>
              <Link to={view.path + view.query} aria-current={view === current ? 'true' : undefined}>
                {view.name}
              </Link>
              {view === current && <Delete view={view} action={views_action} />}
            </li>
          ))}
        </ul>
      )}
      {query !== '' && !current && <Save key={query} path={pathname} query={query} action={views_action} />}
    </>
  )
}

function Save({ path, query, action }: { path: string; query: string; action: string }) {
  const fetcher = useFetcher<Saved>()
  return (
    <DropDown
      label={
        <>
          <IconBookmark size={16} aria-hidden="true" />
          Save filters
        </>
      }
    >
      <fetcher.Form method="post" action={action} className={css['save']}>
        <input type="hidden" name="path" value={path} />
        <input type="hidden" name="query" value={query} />
        <TextField label="Name" name="name" maxLength={VIEW_NAME_MAX} required error={fetcher.data?.error} autoComplete="off" />
        <Button type="submit" kind="main" busy={fetcher.state !== 'idle'}>
          Save
        </Button>
      </fetcher.Form>
    </DropDown>
  )
}

/** Deletes at once and offers to undo it, instead of asking before. */
function Delete({ view, action }: { view: SavedView; action: string }) {
  const fetcher = useFetcher({ key: `saved-view ${view.id}` })
  const undo = useFetcher({ key: `undo ${view.id}` })
  const again = useRef(() => {})
  useEffect(() => {
    const { path, query, name } = view
    again.current = () => void undo.submit({ path, query, name }, { method: 'post', action })
  })
  return (
    <fetcher.Form
      method="post"
      action={action}
      onSubmit={() => toast(`“${view.name}” was deleted.`, 'good', { label: 'Undo', act: () => again.current() })}
    >
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={view.id} />
      <input type="hidden" name="path" value={view.path} />
      <input type="hidden" name="query" value={view.query} />
      <Button type="submit" kind="quiet" small square aria-label={`Delete the saved filters ${view.name}`}>
        <IconX size={14} aria-hidden="true" />
      </Button>
    </fetcher.Form>
  )
}
