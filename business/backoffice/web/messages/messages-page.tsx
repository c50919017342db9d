import { useFetcher } from 'react-router'
import { type ContactMessage, listContactMessages, markContactMessage } from '#help/contract.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTools } from '#platform/web/ui/desk-table/desk-table.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import listCss from '../list-bar.module.css'
import { useTicks } from '../use-ticks.ts'
import type { Route } from './+types/messages-page.ts'
import { BulkBar } from './bulk-bar.tsx'
import { addressOf, filterIn } from './message-filter.ts'
import { MessageFilters, MessageTabs } from './message-filters.tsx'
import css from './messages-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Messages' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = filterIn(new URL(request.url).searchParams)
  const list = await context.get(apiContext)(listContactMessages, { query: { ...filter, page } })
  return { ...list, pages: Math.ceil(list.total / list.page_size), filter }
}

/** As many as a page has. */
const PAGE_MAX = 20

const FAILED = 'This could not be saved. Please try again.'

/** `done` and `spam` are the new state of the messages: 'true', 'false', or nothing for unchanged. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { done, spam } = textFields(form)
  const ids = form.getAll('id').slice(0, PAGE_MAX).map(String)
  const body = { ...(done && { done: done === 'true' }), ...(spam && { spam: spam === 'true' }) }
  try {
    // The call with an empty id refuses, and it refuses anyone who is not an admin.
    for (const id of ids.length > 0 ? ids : ['']) await context.get(apiContext)(markContactMessage, { params: { id }, body })
    return { fields: undefined }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function MessagesPage({ loaderData: { items, total, page, pages, filter, counts }, actionData }: Route.ComponentProps) {
  const refusal = actionData?.fields && Object.values(actionData.fields)[0]
  const { ticked, picked, tick, tickAll, clear } = useTicks(items, PAGE_MAX)
  return (
    <Page
      title="Messages"
      intro="Messages from the contact page. Answer by email, then mark them done."
      actions={<LinkButton to="/admin/dashboard">Dashboard</LinkButton>}
    >
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <div className={listCss['bar']}>
        <MessageTabs filter={filter} counts={counts} />
        <MessageFilters filter={filter} />
      </div>
      <DeskTools csv={{ name: 'messages', rows: csvOf(items) }} />
      <BulkBar picked={picked} onAll={tickAll} onClear={clear} />
      {items.length === 0 && (total > 0 ? <PastLast of="messages" to={addressOf(filter)} /> : <NoMessages isSearch={filter.q !== ''} />)}
      {items.length > 0 && (
        <ul className={css['messages']}>
          {items.map((message) => (
            <MessageRow key={message.id} message={message} ticked={ticked.has(message.id)} onTick={() => tick(message.id)} />
          ))}
        </ul>
      )}
      {total > 0 && (
        <Pagination
          label="Pages of messages"
          page={page}
          pages={pages}
          to={(to) => addressOf(filter, to)}
          note={` • ${showNumber(total)} total`}
        />
      )}
    </Page>
  )
}

const csvOf = (items: readonly ContactMessage[]): string[][] => [
  ['Received', 'State', 'Name', 'Email', 'Subject', 'Message'],
  ...items.map(({ received_at, state, name, email, subject, message }) => [received_at, state, name, email, subject, message])
]

function NoMessages({ isSearch }: { isSearch: boolean }) {
  return (
    <EmptyState
      drawing="mail"
      title={isSearch ? 'No messages found.' : 'No messages.'}
      action={
        isSearch ? (
          <LinkButton to="/admin/messages">Show all messages</LinkButton>
        ) : (
          <LinkButton to="/contact">Open the contact page</LinkButton>
        )
      }
    >
      {isSearch ? 'Try another word or another state.' : 'Messages from the contact page appear here.'}
    </EmptyState>
  )
}

type MessageRowProps = { message: ContactMessage; ticked: boolean; onTick: () => void }

function MessageRow({ message, ticked, onTick }: MessageRowProps) {
  const fetcher = useFetcher<{ fields?: Record<string, string> }>()
  const { id, name, email, subject, state, received_at, done_at, done_by_name } = message
  const refusal = fetcher.data?.fields && Object.values(fetcher.data.fields)[0]
  const isSpam = state === 'spam'
  const busy = fetcher.state !== 'idle'
  return (
    <li className={css['message']} data-state={state}>
      <div className={css['head']}>
        <h2>
          <input type="checkbox" checked={ticked} onChange={onTick} aria-label={`Select the message of ${name}`} />
          {subject}
        </h2>
        <Moment iso={received_at} />
      </div>
      <p className={css['quiet']}>
        {name},{' '}
        <a href={`mailto:${email}?${new URLSearchParams({ subject: `Re: ${subject}` }).toString().replaceAll('+', '%20')}`}>{email}</a>
      </p>
      <p className={css['text']}>{message.message}</p>
      {done_at && (
        <p className={css['quiet']}>
          Done by {done_by_name ?? 'someone'}, <Moment iso={done_at} />
        </p>
      )}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <fetcher.Form method="post" className={css['actions']}>
        <input type="hidden" name="id" value={id} />
        {!isSpam && (
          <Button type="submit" small name="done" value={String(state === 'open')} busy={busy}>
            {state === 'open' ? 'Mark done' : 'Reopen'}
          </Button>
        )}
        <Button type="submit" small kind="quiet" name="spam" value={String(!isSpam)} disabled={busy}>
          {isSpam ? 'Not spam' : 'Spam'}
        </Button>
      </fetcher.Form>
    </li>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Messages" title="Failed to load the messages." />
}
