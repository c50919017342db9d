import { Link } from 'react-router'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listReviewers } from '#submissions/appeals.contract.ts'
import { MESSAGES } from '#submissions/rules.ts'
import { filterIn } from '../assets/asset-filter.ts'
import type { Route } from './+types/review-page.ts'
import { ReviewDesk } from './review-desk.tsx'
import { loadReview, saveDecisions } from './review-load.ts'
import { Reviewers } from './reviewers.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Review' }]

const PAGE_SIZE = 48

/** Decided assets leave the list, so a page past the last one shows the last one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { page } = filterIn(new URL(request.url).searchParams)
  const [review, { items: reviewers }] = await Promise.all([
    loadReview(context, page, PAGE_SIZE),
    context.get(apiContext)(listReviewers, {})
  ])
  const last = Math.max(1, Math.ceil(review.total / PAGE_SIZE))
  if (page <= last) return { review, reviewers, page, last }
  return { review: await loadReview(context, last, PAGE_SIZE), reviewers, page: last, last }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveDecisions(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: MESSAGES.status_failed })

export default function ReviewPage({ loaderData: { review, reviewers, page, last } }: Route.ComponentProps) {
  return (
    <Page
      title="Review"
      actions={
        <>
          <LinkButton to="/admin/appeals">Appeals</LinkButton>
          <LinkButton to="/all-assets">All assets</LinkButton>
        </>
      }
    >
      <NewFiles assets={review.with_new_files} />
      <ReviewDesk key={page} review={review} before={(page - 1) * PAGE_SIZE} />
      {last > 1 && <Pagination page={page} pages={last} to={(to) => `?page=${to}`} />}
      <Reviewers reviewers={reviewers} />
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
