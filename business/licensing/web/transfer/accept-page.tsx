import { Form, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext, type PageUser, requestContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { LICENSE_NAMES, limitsLine } from '../../rules.ts'
import { acceptTransfer, readTransfer, type Transfer } from '../../transfer.contract.ts'
import type { Route } from './+types/accept-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'A license for you' }, { name: 'robots', content: 'noindex' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const transfer = await context.get(apiContext)(readTransfer, { params: { token: params.token } })
  return { transfer, user: context.get(requestContext).user }
}

const FAILED = 'This could not be saved. Please try again.'

export async function action({ params, context }: Route.ActionArgs) {
  try {
    const license = await context.get(apiContext)(acceptTransfer, { params: { token: params.token } })
    return redirect(`/client/licenses/${license.id}/download`)
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function AcceptPage({ loaderData: { transfer, user }, actionData, params }: Route.ComponentProps) {
  const { asset_id, asset_title, license_type } = transfer
  const fields: Record<string, string> = actionData && 'fields' in actionData ? (actionData.fields ?? {}) : {}
  return (
    <Page width="form" title="A license for you" intro={introOf(transfer)}>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Stack gap={2}>
        <p>
          <Link to={`/assets/${asset_id}`}>{asset_title || UNTITLED}</Link>, {LICENSE_NAMES[license_type]} license
        </p>
        <p>{limitsLine(license_type)}</p>
      </Stack>
      <Answer transfer={transfer} user={user} next={`/licenses/transfers/${params.token}`} />
    </Page>
  )
}

function introOf({ state, sender }: Transfer): string {
  if (state === 'offered') return `${sender} wants to transfer it to you. It costs you nothing.`
  return state === 'accepted' ? `From ${sender}` : `${sender} offered it.`
}

const OVER: Record<Exclude<Transfer['state'], 'offered'>, string> = {
  accepted: 'This license was accepted.',
  withdrawn: 'The sender has withdrawn this offer.',
  ended: 'This offer has ended. Please ask the sender for a new one.'
}

function Answer({ transfer: { state, ends_at, is_for_caller }, user, next }: { transfer: Transfer; user: PageUser | null; next: string }) {
  const busy = useNavigation().formMethod === 'POST'
  if (state !== 'offered')
    return (
      <Stack gap={4}>
        <Notice tone={state === 'accepted' ? 'good' : 'warn'}>{OVER[state]}</Notice>
        {user?.role === 'client' && <LinkButton to="/client/licenses">My Licenses</LinkButton>}
      </Stack>
    )
  if (!user)
    return (
      <Stack gap={4}>
        <p>Sign in with the address that got the email. The offer is open until {showDay(ends_at)}.</p>
        <Stack row gap={2}>
          <LinkButton to={`/login?next=${encodeURIComponent(next)}`} kind="main">
            Log in
          </LinkButton>
          <LinkButton to={`/register?next=${encodeURIComponent(next)}`}>Create an account</LinkButton>
        </Stack>
      </Stack>
    )
  if (!is_for_caller)
    return (
      <Notice tone="warn" title="This offer is for another account.">
        You are signed in as {user.email}. Please sign in with the address that got the email.
      </Notice>
    )
  return (
    <Form method="post">
      <Button type="submit" kind="main" busy={busy}>
        Accept the license
      </Button>
    </Form>
  )
}
