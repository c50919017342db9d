import { data, Form, Link, useNavigation } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { showPreferences, unsubscribe } from '../contract.ts'
import { TEXTS } from '../rules.ts'
import type { Route } from './+types/unsubscribe-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'News by email' }, { name: 'robots', content: 'noindex' }]

/** Opening the link changes nothing: mail programs open links on their own. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const preferences = await context.get(apiContext)(showPreferences, { params: { token: params.token } })
  return { ...preferences, brand_name: context.get(requestContext).brand_name }
}

const FAILED = 'This did not work. Please try again.'

type Outcome = { done?: string; fields?: FieldErrors }

/** Mail programs post here when a person presses their button (RFC 8058), without a session and without opening the page. */
export async function action({ params, context }: Route.ActionArgs) {
  try {
    const { message } = await context.get(apiContext)(unsubscribe, { params: { token: params.token } })
    return data<Outcome>({ done: message })
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    return data<Outcome>(answer, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function UnsubscribePage({ loaderData: { email, is_subscribed, brand_name }, actionData }: Route.ComponentProps) {
  const { done, fields = {} }: Outcome = actionData ?? {}
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Page width="form" title="News by email" intro={email}>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!is_subscribed && (
        <>
          <Notice tone="good">{done ?? TEXTS.withdrawn}</Notice>
          <p>Receipts, codes, and answers to what you ask still reach you.</p>
        </>
      )}
      {is_subscribed && (
        <Form method="post">
          <Stack gap={4}>
            <p>This address gets news from {brand_name} about new free assets.</p>
            <Button type="submit" kind="main" wide busy={busy}>
              {busy ? 'Unsubscribing…' : 'Unsubscribe'}
            </Button>
          </Stack>
        </Form>
      )}
      <p>
        <Link to="/privacy">How we use your data</Link>
      </p>
    </Page>
  )
}
