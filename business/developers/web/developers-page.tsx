import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { createKey, deleteKey, listKeys } from '../keys.contract.ts'
import { keyStateAt } from '../keys.rules.ts'
import { listWebhooks } from '../webhooks.contract.ts'
import type { Route } from './+types/developers-page.ts'
import { AssistantSection } from './assistant/assistant-section.tsx'
import css from './developers-page.module.css'
import { ExamplesSection } from './examples/examples-section.tsx'
import { IconsSection } from './icons/icons-section.tsx'
import { formFields, keyIn } from './keys/key-form.rules.ts'
import { KeysSection } from './keys/keys-section.tsx'
import { WebhooksSummary } from './webhooks/webhooks-summary.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Developers' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ items }, webhooks] = await Promise.all([api(listKeys, {}), api(listWebhooks, {})])
  const { user, public_url, brand_name } = context.get(requestContext)
  const now = new Date()
  const params = new URL(request.url).searchParams
  return {
    keys: items.map((key) => ({ ...key, state: keyStateAt(new Date(key.expires_at), now) })),
    asked: params.get('delete'),
    isDeleted: params.has('deleted'),
    webhooks: webhooks.items,
    public_url,
    brand_name,
    role: user?.role === 'employee' ? ('employee' as const) : ('client' as const)
  }
}

const FAILED = 'This could not be saved. Please try again.'

type Outcome = { made?: { name: string; key: string }; fields?: FieldErrors }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  try {
    if (form.get('intent') === 'delete-key') {
      await api(deleteKey, { params: { id: String(form.get('id') ?? '') } })
      return redirect('/developers?deleted')
    }
    const { name, key } = await api(createKey, { body: keyIn(form, new Date()) })
    return data<Outcome>({ made: { name, key } })
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    return data<Outcome>({ fields: formFields(answer.fields) }, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

/** Headings of the sections, in short. */
const PARTS = [
  { id: 'keys', name: 'API keys' },
  { id: 'examples', name: 'Examples' },
  { id: 'webhooks', name: 'Webhooks' },
  { id: 'icons-in-code', name: 'Icons in code' },
  { id: 'assistant', name: 'Assistants' }
]

export default function DevelopersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, asked, isDeleted, webhooks, public_url, brand_name, role } = loaderData
  const { made, fields = {} }: Outcome = actionData ?? {}
  const done = !actionData && isDeleted ? 'The key is deleted. It opens nothing any more.' : undefined
  return (
    <Page title="Developers" intro="Use the shop from your own programs and pages.">
      <nav aria-label="On this page" className={css['parts']}>
        {PARTS.map(({ id, name }) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <Stack gap={12}>
        <KeysSection keys={keys} asked={asked} made={made} done={done} fields={fields} />
        <ExamplesSection public_url={public_url} role={role} />
        <WebhooksSummary webhooks={webhooks} />
        <IconsSection public_url={public_url} />
        <AssistantSection public_url={public_url} brand_name={brand_name} />
      </Stack>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Developers" title="Failed to load this page." />
}
