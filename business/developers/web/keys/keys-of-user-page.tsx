import { data, Form, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { useLooksOnly } from '#platform/web/grants.tsx'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import { type ListedKey, limitKey, listKeysOf } from '../../keys.contract.ts'
import { PER_MINUTE_MAX } from '../../keys.rules.ts'
import type { Route } from './+types/keys-of-user-page.ts'
import css from './keys-of-user-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'API keys of a user' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  return context.get(apiContext)(listKeysOf, { query: { user_id: params.userId } })
}

const FAILED = 'This could not be saved. Please try again.'

type Outcome = { done?: string; id?: string; fields?: FieldErrors }

export async function action({ request, context }: Route.ActionArgs) {
  const { id, per_minute } = await readForm(request, 'id', 'per_minute')
  try {
    const key = await context.get(apiContext)(limitKey, { params: { id }, body: { per_minute: Number(per_minute.trim() || Number.NaN) } })
    return data<Outcome>({ done: `The key ${key.name} may make ${showNumber(key.per_minute)} calls a minute.` })
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    return data<Outcome>({ ...answer, id }, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function KeysOfUserPage({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const { done, id, fields = {} }: Outcome = actionData ?? {}
  const looksOnly = useLooksOnly()
  return (
    <Page
      title="API keys of a user"
      intro="What this person’s programs use. A limit takes effect with the next call."
      actions={<LinkButton to="/admin/manage-users">All users</LinkButton>}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      {items.length === 0 ? (
        <EmptyState drawing="folder" title="No API keys.">
          This person has made none.
        </EmptyState>
      ) : (
        <Table
          caption="API keys"
          rows={items}
          rowKey={(key) => key.id}
          columns={[
            { head: 'Name', kind: 'title', cell: ({ name }) => name },
            { head: 'Begins with', cell: ({ prefix }) => <code>{prefix}</code> },
            { head: 'Ends', kind: 'date', cell: ({ expires_at }) => <Moment iso={expires_at} day /> },
            { head: 'Last used', kind: 'date', cell: ({ last_used_at }) => (last_used_at ? <Moment iso={last_used_at} /> : 'Never') },
            {
              head: 'Calls a minute',
              cell: (key) =>
                looksOnly ? showNumber(key.per_minute) : <LimitForm apiKey={key} error={id === key.id ? fields['per_minute'] : undefined} />
            }
          ]}
        />
      )}
    </Page>
  )
}

function LimitForm({ apiKey: { id, name, per_minute }, error }: { apiKey: ListedKey; error: string | undefined }) {
  const busy = useNavigation().formData?.get('id') === id
  return (
    <Form method="post" noValidate preventScrollReset className={css['limit']}>
      <input type="hidden" name="id" value={id} />
      <TextField
        label={`Calls a minute of ${name}`}
        name="per_minute"
        numeric
        inputMode="numeric"
        defaultValue={String(per_minute)}
        check={(typed) => (isLimit(typed) ? undefined : `Enter a whole number from 1 to ${showNumber(PER_MINUTE_MAX)}.`)}
        error={error}
      />
      <Button type="submit" small busy={busy}>
        Save
      </Button>
    </Form>
  )
}

const isLimit = (typed: string): boolean => /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= PER_MINUTE_MAX

export function ErrorBoundary() {
  return <LoadFailed page="API keys" title="Failed to load the API keys." />
}
