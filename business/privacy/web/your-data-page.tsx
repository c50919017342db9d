import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { deleteProfile } from '#accounts/own-account.contract.ts'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { askForExport } from '../contract.ts'
import { EXPORT_HOURS } from '../rules.ts'
import type { Route } from './+types/your-data-page.ts'
import css from './your-data.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Your data' }, { name: 'robots', content: 'noindex' }]

export const loader = ({ context }: Route.LoaderArgs) => ({ email: context.get(requestContext).user?.email ?? '' })

const FAILED = 'This did not work. Please try again.'

type Intent = 'export' | 'delete'
/** `hold`: the code of the reason why the account stays. */
type Outcome = { intent: Intent; done?: string; hold?: string; typed?: string; fields?: FieldErrors }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, 'intent', 'email')
  const intent: Intent = form.intent === 'delete' ? 'delete' : 'export'
  const api = context.get(apiContext)
  try {
    if (intent === 'export') return data<Outcome>({ intent, done: (await api(askForExport, {})).message })
    await api(deleteProfile, { body: { email: form.email } })
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    const hold = error instanceof ApiError ? error.body.code : undefined
    return data<Outcome>({ intent, typed: form.email, ...(hold && { hold }), ...answer }, init ?? {})
  }
  return redirect('/privacy/requests?deleted=1')
}

/** A deleted account has no session any more: a full load forgets what the page knows of it. */
export async function clientAction(sent: Route.ClientActionArgs) {
  return callServerAction(sent, { failed: FAILED })
}

export default function YourDataPage({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const outcome = actionData && 'intent' in actionData ? actionData : undefined
  const lost = actionData && !('intent' in actionData) ? actionData.fields['form'] : undefined
  return (
    <Page width="text" title="Your data" intro="Get a copy of everything we store about you, or delete your account.">
      {lost && <Notice tone="bad">{lost}</Notice>}
      <Copy outcome={outcome?.intent === 'export' ? outcome : undefined} />
      <Delete email={email} outcome={outcome?.intent === 'delete' ? outcome : undefined} />
    </Page>
  )
}

const useBusy = (intent: Intent): boolean => useNavigation().formData?.get('intent') === intent

function Copy({ outcome }: { outcome: Outcome | undefined }) {
  const busy = useBusy('export')
  const sentOnce = useSentOnce(busy, outcome)
  return (
    <section aria-labelledby="copy" className={css['section']}>
      <h2 id="copy">Get a copy of your data</h2>
      <p>
        You get a ZIP file with everything we store about you, as JSON and as CSV for spreadsheets, and the files you uploaded. We email you
        a link to it, which works for {EXPORT_HOURS} hours.
      </p>
      {outcome?.done && <Notice tone="good">{outcome.done}</Notice>}
      {outcome?.fields?.['form'] && <Notice tone="bad">{outcome.fields['form']}</Notice>}
      <Form method="post" onSubmit={sentOnce}>
        <input type="hidden" name="intent" value="export" />
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Asking…' : 'Prepare my data'}
        </Button>
      </Form>
    </section>
  )
}

const HELP: Readonly<Record<string, { to: string; label: string }>> = {
  plan_renews: { to: '/client/subscriptions', label: 'Go to your plan' },
  money_owed: { to: '/contact', label: 'Write to support' }
}

function Delete({ email, outcome }: { email: string; outcome: Outcome | undefined }) {
  const busy = useBusy('delete')
  const sentOnce = useSentOnce(busy, outcome)
  const fields = outcome?.fields ?? {}
  const help = outcome?.hold ? HELP[outcome.hold] : undefined
  return (
    <section id="delete" aria-labelledby="delete-title" className={css['section']}>
      <h2 id="delete-title">Delete my account</h2>
      <p>
        We erase your personal data and sign you out everywhere. This cannot be undone, and your licenses can no longer be downloaded. Our
        books keep payments, licenses, wages, and payouts under the name “Deleted user”, as the law requires.
      </p>
      {fields['form'] && (
        <Notice tone="bad">
          {fields['form']} {help && <Link to={help.to}>{help.label}</Link>}
        </Notice>
      )}
      <Form method="post" noValidate className={longCss['form']} onSubmit={sentOnce}>
        <input type="hidden" name="intent" value="delete" />
        <TextField
          label={`Type ${email} to confirm`}
          name="email"
          type="email"
          autoComplete="off"
          required
          defaultValue={outcome?.typed}
          check={(typed) => (typed.trim().toLowerCase() === email ? undefined : `Please type ${email}.`)}
          error={fields['email']}
        />
        <div>
          <Button type="submit" kind="danger" busy={busy}>
            {busy ? 'Deleting…' : 'Delete my account'}
          </Button>
        </div>
      </Form>
    </section>
  )
}
