import { Form, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { useMayChange } from '#platform/web/grants.tsx'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { changeSettings, readSettings } from '../../approvals.contract.ts'
import { APPROVAL_DAYS, APPROVAL_TEXTS } from '../../approvals.rules.ts'
import type { Route } from './+types/settings-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Settings' }]

export const loader = ({ context }: Route.LoaderArgs) => context.get(apiContext)(readSettings, {})

export async function action({ request, context }: Route.ActionArgs) {
  const { two_person_approval } = await readForm(request, 'two_person_approval')
  try {
    const saved = await context.get(apiContext)(changeSettings, { body: { two_person_approval: two_person_approval === 'on' } })
    return { done: saved.two_person_approval ? 'Two-person approval is on.' : 'Two-person approval is off.' }
  } catch (error) {
    return failed(error, APPROVAL_TEXTS.settings_failed)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: APPROVAL_TEXTS.settings_failed })

type Outcome = { done?: string; fields?: Record<string, string> }

export default function SettingsPage({ loaderData: { two_person_approval: isOn, has_two_admins }, actionData }: Route.ComponentProps) {
  const { done, fields }: Outcome = actionData ?? {}
  return (
    <Page title="Settings" actions={<LinkButton to="/admin/approvals">Approvals</LinkButton>} width="text">
      {fields && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <Card>
        <Stack gap={4}>
          <h2>Two-person approval is {isOn ? 'on' : 'off'}</h2>
          <p>
            While it is on, a payout of more than $500 and every change of a wage or a price wait until a second admin with the grant
            finance approves them, for at most {APPROVAL_DAYS} days.
          </p>
          {isOn && !has_two_admins && (
            <Notice tone="warn">There is only one active admin with the grant finance, so nothing waits. The audit log says so.</Notice>
          )}
          <Switch isOn={isOn} />
        </Stack>
      </Card>
    </Page>
  )
}

function Switch({ isOn }: { isOn: boolean }) {
  const busy = useNavigation().formMethod === 'POST'
  const mayChange = useMayChange()
  if (!mayChange('finance') || !mayChange('people')) return <p>To change this, you need the grants finance and people.</p>
  return (
    <Form method="post">
      <Button type="submit" name="two_person_approval" value={isOn ? 'off' : 'on'} kind={isOn ? 'danger' : 'main'} busy={busy}>
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
    </Form>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Settings" title="The settings could not be loaded." />
}
