import { Form, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { readOrder } from '#licensing/orders.contract.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { createCollection } from '../contract.ts'
import { countWorks, MESSAGES, PROJECT_MAX } from '../rules.ts'
import type { Route } from './+types/again-page.ts'
import css from './again-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Buy again for another project' }]

/** The works of an order, each once. */
async function worksOf(context: Route.LoaderArgs['context'], order_id: string) {
  const { lines } = await context.get(apiContext)(readOrder, { params: { id: order_id } })
  return [...new Map(lines.map(({ asset_id, asset_title }) => [asset_id, { asset_id, title: asset_title || UNTITLED }])).values()]
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return { works: await worksOf(context, params.orderId) }
}

const FAILED = 'This could not be saved. Please try again.'

/** Starts a collection for the project. There the client chooses the licenses and sees their prices. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { project } = await readForm(request, 'project')
  try {
    const asset_ids = (await worksOf(context, params.orderId)).map(({ asset_id }) => asset_id)
    const { id } = await context.get(apiContext)(createCollection, { body: { name: project, project, asset_ids } })
    return redirect(`/collections/${id}`)
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function AgainPage({ loaderData: { works }, actionData, params }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  const busy = useNavigation().formMethod === 'POST'
  const error = fields['name'] === undefined ? fields['project'] : MESSAGES.project_required
  return (
    <Page
      width="form"
      title="Buy again for another project"
      intro={`A new collection gets ${works.length === 1 ? 'this work' : `these ${countWorks(works.length)}`}. There you choose the licenses and see the prices. Licenses that you have already are not charged again.`}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Form method="post" noValidate>
        <Stack gap={4}>
          <TextField
            label="Project"
            name="project"
            required
            maxLength={PROJECT_MAX}
            autoComplete="off"
            hint="The certificates of its hand-over name it."
            error={error}
          />
          <Stack row gap={2}>
            <Button type="submit" kind="main" busy={busy}>
              Start the project
            </Button>
            <LinkButton to={`/orders/${params.orderId}`}>Back to the order</LinkButton>
          </Stack>
        </Stack>
      </Form>
      <ul className={css['works']}>
        {works.map(({ asset_id, title }) => (
          <li key={asset_id}>
            <Link to={`/assets/${asset_id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Orders" title="Failed to load this order." />
}
