import { useState } from 'react'
import { answered } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { PastLast } from '#platform/web/ui/past-last.tsx'
import { applicantMetrics, listApplicants } from '../contract.ts'
import { WORDS } from '../rules.ts'
import type { Route } from './+types/applicants-page.ts'
import { type Asked, failureOf, type Outcome } from './applicant-deeds.ts'
import { ApplicantDialogs } from './applicant-dialogs.tsx'
import { addressOf, filterIn } from './applicant-filter.ts'
import { ApplicantFilters } from './applicant-filters.tsx'
import { ApplicantTable } from './applicant-table.tsx'
import { doDeed } from './applicants-action.ts'
import { BulkBar } from './bulk-bar.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Applicants' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = filterIn(new URL(request.url).searchParams)
  const api = context.get(apiContext)
  const [{ items, total, page_size }, counts] = await Promise.all([
    api(listApplicants, { query: { ...filter, page } }),
    api(applicantMetrics, {})
  ])
  return { applicants: items, total, pages: Math.ceil(total / page_size), page, filter, counts }
}

export const action = ({ request, context }: Route.ActionArgs) => doDeed(request, context)

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: (form) => failureOf(form.get('intent')) })

export default function ApplicantsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { applicants, total, pages, page, filter, counts } = loaderData
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>()
  // What has left the list is ticked no more.
  const ticked = new Set(applicants.map(({ id }) => id).filter((id) => picked.has(id)))
  const tick = (id: string) => setPicked(ticked.has(id) ? new Set([...ticked].filter((one) => one !== id)) : new Set([...ticked, id]))
  const { done, fields }: Outcome = actionData ?? {}
  return (
    <Page title="Applicants" intro="Who applied on the careers page. Each opening of a file is recorded.">
      {fields && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <ApplicantFilters filter={filter} counts={counts} />
      {applicants.length === 0 && total > 0 ? (
        <PastLast of="applicants" to={addressOf(filter)} />
      ) : applicants.length === 0 ? (
        <EmptyState title="No applicants found.">
          {filter.q || filter.status ? 'Try other words, or all statuses.' : 'Applications from the careers page stand here.'}
        </EmptyState>
      ) : (
        <>
          <BulkBar
            applicants={applicants}
            ticked={ticked}
            onTickAll={() => setPicked(new Set(applicants.map(({ id }) => id)))}
            onClear={() => setPicked(new Set())}
          />
          <ApplicantTable applicants={applicants} ticked={ticked} onTick={tick} onAsk={setAsked} />
        </>
      )}
      <Pagination
        label="Pages of applicants"
        page={page}
        pages={pages}
        to={(to) => addressOf(filter, to)}
        note={` • ${showNumber(total)} total`}
      />
      <ApplicantDialogs asked={asked} onClose={() => setAsked(undefined)} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Applicants" title={WORDS.wrong} />
}
