import { Outlet, useLocation } from 'react-router'
import { listSavedViews } from '#accounts/views.contract.ts'
import { waiting } from '#backoffice/contract.ts'
import { type Grant, grantsFor, missingGrantText } from '#platform/contract/grants.ts'
import { LookOnlyProvider } from '#platform/web/grants.tsx'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { hiddenColumnsIn, TableChoicesProvider } from '#platform/web/ui/desk-table/table-choices.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { grantToChange, isStaff, type Worker } from '../../../rules.ts'
import type { Route } from './+types/workplace.ts'
import { isNarrowIn } from './narrow-cookie.ts'
import { Sidebar } from './sidebar.tsx'
import css from './workplace.module.css'

/** The page saved-views.ts. */
const SAVED_VIEWS_ADDRESS = '/admin/saved-views'

/** Null for clients and visitors, who keep the header's navigation. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (!user || !isStaff(user.role)) return null
  const api = context.get(apiContext)
  const [counts, views] = await Promise.all([
    api(waiting, {}).catch(asAbsent),
    user.role === 'admin' ? api(listSavedViews, {}).catch(asAbsent) : null
  ])
  const cookies = request.headers.get('cookie')
  const worker: Worker = { role: user.role, grants: user.grants }
  return { worker, waiting: counts, views: views?.items ?? [], hidden: hiddenColumnsIn(cookies), isNarrow: isNarrowIn(cookies) }
}

/** The page itself fails with its own text, and the API has logged the cause. A redirect, as to /login, is followed. */
function asAbsent(error: unknown): null {
  if (error instanceof Response) throw error
  return null
}

/** Says on a page that the admin may look at, but not change, which grant is missing. */
function AdminPage({ grants }: { grants: readonly Grant[] }) {
  const needed = grantToChange(useLocation().pathname, grants)
  if (needed === undefined) return <Outlet />
  return (
    <LookOnlyProvider>
      <div className={css['lookOnly']}>
        <Notice title="You can look, but not change anything here.">
          {missingGrantText(grantsFor({ method: 'POST', grant: needed }))}
        </Notice>
      </div>
      <Outlet />
    </LookOnlyProvider>
  )
}

/** The frame of the pages where admins and artists work: the sidebar beside the page. */
export default function Workplace({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <Outlet />
  const { worker, waiting: counts, isNarrow, hidden, views } = loaderData
  return (
    <div className={css['frame']}>
      <Sidebar worker={worker} waiting={counts} isNarrow={isNarrow} />
      <div id="content" tabIndex={-1} className={css['content']}>
        <TableChoicesProvider hidden={hidden} views={views} views_action={worker.role === 'admin' ? SAVED_VIEWS_ADDRESS : undefined}>
          {worker.role === 'admin' ? <AdminPage grants={worker.grants} /> : <Outlet />}
        </TableChoicesProvider>
      </div>
    </div>
  )
}
