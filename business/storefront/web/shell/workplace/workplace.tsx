import { Outlet } from 'react-router'
import { type Waiting, waiting } from '#backoffice/contract.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { isStaff, type Staff } from '../../../rules.ts'
import type { Route } from './+types/workplace.ts'
import { isNarrowIn } from './narrow-cookie.ts'
import { Sidebar } from './sidebar.tsx'
import css from './workplace.module.css'

export type WorkplaceData = { staff: Staff; waiting: Waiting | null; isNarrow: boolean } | null

/** Null for clients and visitors, who keep the header's navigation. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<WorkplaceData> {
  const { user } = context.get(requestContext)
  if (!user || !isStaff(user.role)) return null
  return {
    staff: user.role,
    waiting: await context.get(apiContext)(waiting, {}).catch(withoutCounts),
    isNarrow: isNarrowIn(request.headers.get('cookie'))
  }
}

/** The page itself fails with its own text, and the API has logged the cause. A redirect, as to /login, is followed. */
function withoutCounts(error: unknown): null {
  if (error instanceof Response) throw error
  return null
}

/** The frame of the pages where admins and artists work: the sidebar beside the page. */
export default function Workplace({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <Outlet />
  return (
    <div className={css['frame']}>
      <Sidebar {...loaderData} />
      <div id="content" tabIndex={-1} className={css['content']}>
        <Outlet />
      </div>
    </div>
  )
}
