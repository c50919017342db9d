import { Link } from 'react-router'
import { callServerAction } from '#platform/web/client-action.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { MESSAGES } from '#submissions/rules.ts'
import { filterIn } from '../assets/asset-filter.ts'
import type { Route } from './+types/review-page.ts'
import { ReviewDesk } from './review-desk.tsx'
import { loadReview, saveDecisions } from './review-load.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Review' }]

const PAGE_SIZE = 48

/** Decided assets leave the list, so a page past the last one shows the last one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { page } = filterIn(new URL(request.url).searchParams)
  const review = await loadReview(context, page, PAGE_SIZE)
  const last = Math.max(1, Math.ceil(review.total / PAGE_SIZE))
  return page <= last ? { review, page, last } : { review: await loadReview(context, last, PAGE_SIZE), page: last, last }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveDecisions(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: MESSAGES.status_failed })

export default function ReviewPage({ loaderData: { review, page, last } }: Route.ComponentProps) {
  return (
    <Page title="Review" actions={<LinkButton to="/all-assets">All assets</LinkButton>}>
      <NewFiles assets={review.with_new_files} />
      <ReviewDesk key={page} review={review} before={(page - 1) * PAGE_SIZE} />
      {last > 1 && <Pagination page={page} pages={last} to={(to) => `?page=${to}`} />}
    </Page>
  )
}

/** Leads to the approved assets whose later files are not published yet. */
function NewFiles({ assets }: { assets: number }) {
  if (assets === 0) return null
  return (
    <Notice>
      <Link to="/all-assets?status=new_files">
        {assets === 1 ? 'One approved asset has' : `${assets} approved assets have`} new files to review.
      </Link>
    </Notice>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Review" title="Failed to load assets." />
}
