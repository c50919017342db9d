import { useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { deleteFailedJob, processEventAgain, readOperations, runJobAgain } from '../contract.ts'
import { queueTitle } from '../rules.ts'
import type { Route } from './+types/operations-page.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { Health } from './health.tsx'
import css from './operations-page.module.css'
import { Problems } from './problems.tsx'
import { QueueTable } from './queue-table.tsx'
import { Versions } from './versions.tsx'
import { WebhookEvents } from './webhook-events.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Operations' }]

/** `delete` in the address asks about a job without JavaScript. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const before = params.get('before') ?? undefined
  const operations = await context.get(apiContext)(readOperations, { query: { before } })
  return { operations, before, asked: operations.failed_jobs.items.find(({ id }) => id === params.get('delete')) }
}

const FAILED = 'This did not work. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id } = await readForm(request, 'intent', 'id')
  const api = context.get(apiContext)
  const params = { id }
  try {
    if (intent === 'process-again') {
      const { event_type } = await api(processEventAgain, { params })
      return { done: `${event_type} is being processed again.`, about: 'event' as const }
    }
    const { queue } = intent === 'delete' ? await api(deleteFailedJob, { params }) : await api(runJobAgain, { params })
    const done = `The job of “${queueTitle(queue)}” ${intent === 'delete' ? 'is deleted' : 'runs again'}.`
    return { done, about: 'job' as const }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

type Outcome = { done?: string; about?: 'job' | 'event'; fields?: Record<string, string> }

export default function OperationsPage({ loaderData: { operations, before, asked }, actionData }: Route.ComponentProps) {
  const { done, about, fields }: Outcome = actionData ?? {}
  const { state, formData } = useNavigation()
  const busy = state === 'idle' ? undefined : formData?.get('id')?.toString()
  return (
    <Page
      title="Operations"
      intro={
        <>
          What runs in the background, and what needs attention. As of <Moment iso={operations.read_at} />.
        </>
      }
      actions={
        <LinkButton to="/admin/operations" preventScrollReset>
          Refresh
        </LinkButton>
      }
    >
      {fields && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <Problems problems={operations.problems} />
      <Health operations={operations} />
      <FailedJobs jobs={operations.failed_jobs} before={before} asked={asked} busy={busy} isDone={about === 'job'} />
      <WebhookEvents events={operations.webhook_events} busy={busy} />
      <section className={css['section']} aria-labelledby="queues">
        <h2 id="queues">Queues</h2>
        <QueueTable queues={operations.queues} readAt={operations.read_at} />
      </section>
      <Versions versions={operations.versions} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Operations" title="Failed to load this page." />
}
