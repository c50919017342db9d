import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { type License, readLicense } from '../../contract.ts'
import { LICENSE_NAMES } from '../../rules.ts'
import { offerTransfer, refusals, withdrawTransfer } from '../../transfer.contract.ts'
import { TRANSFER_DAYS, whyNotTransferable } from '../../transfer.rules.ts'
import type { Route } from './+types/offer-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Transfer a license' }]

export const loader = ({ params, context }: Route.LoaderArgs) => context.get(apiContext)(readLicense, { params: { id: params.licenseId } })

const FAILED = 'This could not be sent. Please try again.'

export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent, email } = await readForm(request, 'intent', 'email')
  const api = context.get(apiContext)
  const at = { params: { id: params.licenseId } }
  try {
    if (intent === 'withdraw') await api(withdrawTransfer, at)
    else await api(offerTransfer, { ...at, body: { email } })
    return intent === 'withdraw'
      ? data({ done: 'The offer is withdrawn. Its link no longer works.' })
      : redirect(`/client/licenses/${params.licenseId}/transfer`)
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function OfferPage({ loaderData: license, actionData }: Route.ComponentProps) {
  const { asset_title, license_type, certificate_number, offered_to } = license
  const fields: Record<string, string> = actionData && 'fields' in actionData ? (actionData.fields ?? {}) : {}
  const why = whyNotTransferable(license)
  return (
    <Page
      width="form"
      title="Transfer this license"
      intro={`${asset_title}: ${LICENSE_NAMES[license_type]} license, ${certificate_number}`}
      actions={<LinkButton to="/client/licenses">My Licenses</LinkButton>}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {actionData && 'done' in actionData && <Notice tone="good">{actionData.done}</Notice>}
      {why ? (
        <Notice tone="warn">{refusals[why].message}</Notice>
      ) : offered_to ? (
        <Offered to={offered_to} />
      ) : (
        <OfferForm fields={fields} />
      )}
    </Page>
  )
}

function Offered({ to }: { to: NonNullable<License['offered_to']> }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Stack gap={4}>
      <Notice title="Waiting for the recipient.">
        We sent a link to {to}. The license is yours until it is accepted, for {TRANSFER_DAYS} days at most.
      </Notice>
      <Form method="post">
        <input type="hidden" name="intent" value="withdraw" />
        <Button type="submit" busy={busy}>
          Withdraw the offer
        </Button>
      </Form>
    </Stack>
  )
}

function OfferForm({ fields }: { fields: Record<string, string> }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate>
      <Stack gap={4}>
        <p>
          A license can be transferred once, for example to the client you made a design for. When they accept, your license ends, they get
          one with a certificate in their name, and you may no longer use the files.
        </p>
        <TextField label="Recipient’s email" name="email" type="email" autoComplete="off" maxLength={254} error={fields['email']} />
        <Stack row gap={2}>
          <Button type="submit" kind="main" busy={busy}>
            Send the offer
          </Button>
        </Stack>
      </Stack>
    </Form>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Transfer a license" title="Failed to load this license." />
}
