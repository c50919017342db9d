import { data, Form, Link, useNavigation } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { carryOutRequest, refusals, showRequest } from '../contract.ts'
import { REQUESTS_PATH, type RequestKind } from '../rules.ts'
import type { Route } from './+types/request-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Your data' }, { name: 'robots', content: 'noindex' }]

/** Opening the link changes nothing: mail programs open links on their own. A link that no longer works is explained on the page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return { asked: await context.get(apiContext)(showRequest, { params: { token: params.token } }) }
  } catch (error) {
    if (isMissing(error)) return data({ asked: null }, 404)
    throw error
  }
}

/** A page load gets a 404 as data for the page that says so; this page says it in its own words. */
const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'init' in error && (error.init as ResponseInit | null)?.status === 404

const FAILED = 'This did not work. Please try again.'

type Outcome = { done?: string; fields?: FieldErrors }

export async function action({ params, context }: Route.ActionArgs) {
  try {
    const { message } = await context.get(apiContext)(carryOutRequest, { params: { token: params.token } })
    return data<Outcome>({ done: message })
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    return data<Outcome>(answer, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

const WORDS: Readonly<Record<RequestKind, { title: string; text: string; button: string; busy: string }>> = {
  export: {
    title: 'Get a copy of your data',
    text: 'We make a ZIP file of everything we store about this address, and email you a link to it.',
    button: 'Prepare my data',
    busy: 'Asking…'
  },
  delete: {
    title: 'Delete your data',
    text: 'We delete what we store about this address: free downloads, messages, applications, reports that are over, and your consent to news. This cannot be undone.',
    button: 'Delete my data',
    busy: 'Deleting…'
  }
}

export default function RequestPage({ loaderData: { asked }, actionData }: Route.ComponentProps) {
  const { done, fields = {} }: Outcome = actionData ?? {}
  const busy = useNavigation().formMethod === 'POST'
  if (done) return <Done text={done} />
  if (!asked) return <DeadLink />
  const { title, text, button, busy: working } = WORDS[asked.kind]
  return (
    <Page width="form" title={title} intro={asked.email}>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Form method="post">
        <Stack gap={4}>
          <p>{text}</p>
          <Button type="submit" kind={asked.kind === 'delete' ? 'danger' : 'main'} wide busy={busy}>
            {busy ? working : button}
          </Button>
        </Stack>
      </Form>
    </Page>
  )
}

function Done({ text }: { text: string }) {
  return (
    <Page width="form" title="Your data">
      <Notice tone="good">{text}</Notice>
      <p>
        <Link to="/">Back to the catalogue</Link>
      </p>
    </Page>
  )
}

function DeadLink() {
  return (
    <Page width="form" title="Your data">
      <Notice tone="warn" title="This link no longer works.">
        <p>{refusals.request_not_found.message}</p>
        <p>
          <Link to={REQUESTS_PATH}>Ask again</Link>
        </p>
      </Notice>
    </Page>
  )
}
