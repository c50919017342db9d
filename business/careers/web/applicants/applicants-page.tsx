import { useState } from 'react'
import { callServerAction } from '#platform/web/client-action.ts'
import { addressWith } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { applicantMetrics, listApplicants } from '../../contract.ts'
import { MESSAGES } from '../../rules.ts'
import type { Route } from './+types/applicants-page.ts'
import { ApplicantDialogs } from './applicant-dialogs.tsx'
import { type ApplicantFilter, addressOf, filterIn } from './applicant-filter.ts'
import { ApplicantFilters } from './applicant-filters.tsx'
import { ApplicantTable } from './applicant-table.tsx'
import { runAction } from './applicants-action.ts'
import { BulkBar } from './bulk-bar.tsx'
import { failureOf, type OpenDialog, type Outcome } from './use-applicant-action.ts'

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

export const action = ({ request, context }: Route.ActionArgs) => runAction(request, context)

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: (form) => failureOf(form.get('intent')) })

export default function ApplicantsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { applicants, total, pages, page, filter, counts } = loaderData
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<OpenDialog>()
  // Only applicants on this page stay selected.
  const ticked = new Set(applicants.map(({ id }) => id).filter((id) => picked.has(id)))
  const tick = (id: string) => setPicked(ticked.has(id) ? new Set([...ticked].filter((one) => one !== id)) : new Set([...ticked, id]))
  const { done, fields }: Outcome = actionData ?? {}
  return (
    <Page
      title="Applicants"
      intro="Everyone who applied on the careers page. Every time a file is opened, it is recorded."
      actions={total > 0 && <CsvLink filter={filter} />}
    >
      {fields && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <ApplicantFilters filter={filter} counts={counts} />
      {applicants.length === 0 && total > 0 ? (
        <PastLast of="applicants" to={addressOf(filter)} />
      ) : applicants.length === 0 ? (
        <NoApplicants isFiltered={Boolean(filter.q || filter.status)} />
      ) : (
        <>
          <BulkBar
            applicants={applicants}
            ticked={ticked}
            onTickAll={() => setPicked(new Set(applicants.map(({ id }) => id)))}
            onClear={() => setPicked(new Set())}
          />
          <ApplicantTable applicants={applicants} ticked={ticked} onTick={tick} onOpen={setOpen} />
        </>
      )}
      <Pagination
        label="Pages of applicants"
        page={page}
        pages={pages}
        to={(to) => addressOf(filter, to)}
        note={` • ${showNumber(total)} total`}
      />
      <ApplicantDialogs open={open} onClose={() => setOpen(undefined)} />
    </Page>
  )
}

/** The applicants that match the filters, for spreadsheets. */
function CsvLink({ filter }: { filter: ApplicantFilter }) {
  return (
    <LinkButton to={addressWith('/api/admin/applicants.csv', filter)} reloadDocument download small aria-label="Download applicants as CSV">
      <IconDownload size={16} aria-hidden="true" />
      CSV
    </LinkButton>
  )
}

const NoApplicants = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    drawing="people"
    title="No applicants found."
    action={
      isFiltered ? (
        <LinkButton to="/admin/applicants">Show all applicants</LinkButton>
      ) : (
        <LinkButton to="/careers">Open the careers page</LinkButton>
      )
    }
  >
    {isFiltered ? 'Try another search, or all statuses.' : 'Applications from the careers page appear here.'}
  </EmptyState>
)

export function ErrorBoundary() {
  return <LoadFailed page="Applicants" title={MESSAGES.wrong} />
}
