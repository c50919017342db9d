import { data } from 'react-router'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { addressWith, pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import {
  changeAnnouncement,
  listAnnouncements,
  listConsents,
  sendAnnouncement,
  stopAnnouncement,
  testAnnouncement,
  writeAnnouncement
} from '../contract.ts'
import type { Route } from './+types/marketing-page.ts'
import { AnnouncementDesk, type Outcome } from './announcement-desk.tsx'
import { ConsentTable } from './consent-table.tsx'
import css from './marketing-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'News' }]

const addressOf = (q: string, page = 1): string => addressWith('/admin/marketing', { q, page })

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const q = searchIn(params)
  const api = context.get(apiContext)
  const [consents, { items: announcements }] = await Promise.all([
    api(listConsents, { query: { q, page: pageIn(params) } }),
    api(listAnnouncements, {})
  ])
  return { q, consents, announcements, draft_id: params.get('draft') }
}

const FAILED = 'This could not be saved. Please try again.'

type Asked = { intent?: string; id?: string; subject?: string; body?: string }

async function save(api: Api, { id, ...text }: { id: string; subject: string; body: string }) {
  if (id) await api(changeAnnouncement, { params: { id }, body: text })
  else await api(writeAnnouncement, { body: text })
  return { id, ...text }
}

/** Saves what is typed first, so that a test and the news itself carry it. */
async function carryOut(api: Api, { intent, id = '', subject, body = '' }: Asked): Promise<Outcome> {
  const params = { id }
  const isOther = intent === 'test' || intent === 'send' || intent === 'stop'
  const saved = isOther && subject === undefined ? {} : { saved: await save(api, { id, subject: subject ?? '', body }) }
  if (intent === 'test') return { ...saved, done: (await api(testAnnouncement, { params })).message }
  if (intent === 'send') {
    await api(sendAnnouncement, { params })
    return { ...saved, done: 'The news is being sent.' }
  }
  if (intent === 'stop') {
    await api(stopAnnouncement, { params })
    return { done: 'Sending is stopped.' }
  }
  return { ...saved, done: 'The draft is saved.' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const asked: Asked = textFields(await request.formData())
  try {
    return data(await carryOut(context.get(apiContext), asked))
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    const { subject, body = '' } = asked
    return data<Outcome>({ ...(subject !== undefined && { typed: { subject, body } }), ...answer }, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

const NOTHING_DONE: Outcome = {}

export default function MarketingPage({ loaderData: { q, consents, announcements, draft_id }, actionData }: Route.ComponentProps) {
  const outcome: Outcome = actionData ?? NOTHING_DONE
  const { total, page, page_size } = consents
  return (
    <Page title="News" intro="Write to those who agreed to news, and see who they are. Every email has a link that ends it.">
      {outcome.fields?.['form'] && <Notice tone="bad">{outcome.fields['form']}</Notice>}
      {outcome.done && <Notice tone="good">{outcome.done}</Notice>}
      <AnnouncementDesk announcements={announcements} draft_id={draft_id} outcome={outcome} />
      <section aria-labelledby="agreed" className={css['section']}>
        <h2 id="agreed">
          {showNumber(total)} {total === 1 ? 'address' : 'addresses'} {q ? 'found' : 'agreed'}
        </h2>
        <ConsentTable consents={consents.items} q={q} />
        {total > page_size && (
          <Pagination label="Pages of addresses" page={page} pages={Math.ceil(total / page_size)} to={(to) => addressOf(q, to)} />
        )}
      </section>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="News" title="Failed to load the news." />
}
