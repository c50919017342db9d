import { data, Link, useSearchParams } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { askWithoutAccount } from '../contract.ts'
import { REQUEST_HOURS, type RequestKind } from '../rules.ts'
import type { Route } from './+types/requests-page.ts'
import { RequestForm } from './request-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Your data without an account' }, { name: 'robots', content: 'noindex' }]

const FAILED = 'This could not be sent. Please try again.'

type Outcome = { done?: string; typed?: { email: string; kind: string }; fields?: FieldErrors }

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await readForm(request, 'email', 'kind')
  try {
    // The server decides which kinds there are.
    const { message } = await context.get(apiContext)(askWithoutAccount, { body: { ...typed, kind: typed.kind as RequestKind } })
    return data<Outcome>({ done: message })
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    return data<Outcome>({ typed, ...answer }, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function RequestsPage({ actionData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const { done, typed, fields }: Outcome = actionData ?? {}
  return (
    <Page
      width="text"
      title="Your data without an account"
      intro="For free downloads, reports, messages, and applications. We email you a link, so that only you can ask about your address."
    >
      {query.has('deleted') && (
        <Notice tone="good" title="Your account was deleted.">
          We erased your personal data and signed you out everywhere.
        </Notice>
      )}
      {done && <Notice tone="good">{done}</Notice>}
      {!done && <RequestForm typed={typed} fields={fields} />}
      <p>
        The link works for {REQUEST_HOURS} hours. If you have an account, <Link to="/user/data">sign in and use your profile</Link>. How we
        use data is in our <Link to="/privacy">privacy policy</Link>.
      </p>
    </Page>
  )
}
