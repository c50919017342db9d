import { Form, Link, redirect, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { counterClaim, type OwnClaimDetails, readOwnClaim } from '../contract.ts'
import { CLAIM_KIND_LABELS, CLAIM_MAX, MESSAGES, RESTORE_BUSINESS_DAYS } from '../rules.ts'
import type { Route } from './+types/own-claim-page.ts'
import { CLAIM_TONES, showCalendarDay, stateLabel } from './claim-words.ts'
import css from './claims.module.css'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData ? `Claim ${loaderData.claim.claim_number}` : 'Claim' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const claim = await context.get(apiContext)(readOwnClaim, { params: { id: params.claimId } })
  return { claim, name: context.get(requestContext).user?.name ?? '' }
}

const FAILED = 'Your counter-notice could not be sent. Please try again.'

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const at = { params: { id: params.claimId } }
  // Whoever may not see the claim is refused, whatever they send.
  await api(readOwnClaim, at)
  const form = await readForm(request, 'name', 'address', 'signature', 'perjury_statement', 'consent_to_jurisdiction')
  const { name, address, signature } = form
  const statements = {
    perjury_statement: form.perjury_statement === 'true',
    consent_to_jurisdiction: form.consent_to_jurisdiction === 'true'
  }
  const body = counterClaim.body.safeParse({ name, address, signature, ...statements })
  if (!body.success) return { fields: Object.fromEntries(body.error.issues.map(({ path, message }) => [String(path[0]), message])) }
  try {
    await api(counterClaim, { ...at, body: body.data })
  } catch (error) {
    return failed(error, FAILED)
  }
  return redirect(`/employee/claims/${params.claimId}`)
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function OwnClaimPage({ loaderData: { claim, name }, actionData }: Route.ComponentProps) {
  return (
    <Page width="text" title={`Claim ${claim.claim_number}`} intro={introOf(claim)}>
      <dl className={css['details']}>
        <dt>State</dt>
        <dd>
          <Badge tone={CLAIM_TONES[claim.state]}>{stateLabel(claim.state)}</Badge>
        </dd>
        <dt>Your work</dt>
        <dd>
          <Link to={`/assets/${claim.asset_id}`}>{claim.asset_title || 'Untitled Asset'}</Link>
        </dd>
        <dt>About</dt>
        <dd>{CLAIM_KIND_LABELS[claim.kind]}</dd>
        <dt>Claimed by</dt>
        <dd>{claim.claimant}</dd>
        <dt>Decided</dt>
        <dd>
          <Moment iso={claim.decided_at} />
        </dd>
      </dl>
      <section aria-labelledby="claimed">
        <h2 id="claimed">What they claim</h2>
        <p className={css['text']}>{claim.work}</p>
      </section>
      <section aria-labelledby="decided">
        <h2 id="decided">What we decided</h2>
        <p className={css['text']}>{claim.message}</p>
      </section>
      {claim.counter_until && <CounterForm name={name} until={claim.counter_until} fields={actionData?.fields ?? {}} />}
    </Page>
  )
}

function introOf({ state, restores_on, counter_until }: OwnClaimDetails): string {
  if (state === 'restored') return 'This claim is over. It does not count as a strike.'
  if (restores_on)
    return `Your counter-notice was sent. Your work returns on ${showCalendarDay(restores_on)} unless the other side files suit before then.`
  if (state === 'countered') return 'The other side filed suit, so your work stays off sale until that is settled.'
  return counter_until
    ? 'Your work is off sale. If you think that this is a mistake, you can answer below.'
    : 'Your work is off sale, and the time for a counter-notice is over.'
}

const required = (message: string) => (value: string) => (value.trim() === '' ? message : undefined)

function CounterForm({ name, until, fields }: { name: string; until: string; fields: Readonly<Record<string, string>> }) {
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, fields)
  return (
    <Form method="post" noValidate className={css['form']} onSubmit={sentOnce}>
      <fieldset className={css['group']}>
        <legend>Send a counter-notice</legend>
        <p>
          You can send one until <Moment iso={until} />. The other side gets it with your name and address. Then your work returns{' '}
          {RESTORE_BUSINESS_DAYS} business days later unless they file suit. It is a legal statement: if you are not sure, ask a lawyer
          first.
        </p>
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        <TextField
          {...{ label: 'Full name', name: 'name', autoComplete: 'name', maxLength: CLAIM_MAX.name, defaultValue: name }}
          {...{ error: fields['name'], check: required(MESSAGES.name) }}
        />
        <TextArea
          {...{ label: 'Postal address', name: 'address', rows: 3, autoComplete: 'street-address', maxLength: CLAIM_MAX.address }}
          {...{ error: fields['address'], check: required(MESSAGES.address) }}
        />
        <Checkbox
          {...{ name: 'perjury_statement', value: 'true', error: fields['perjury_statement'] }}
          label="Under penalty of perjury, I believe in good faith that my work was taken off sale by mistake or misidentification."
        />
        <Checkbox
          {...{ name: 'consent_to_jurisdiction', value: 'true', error: fields['consent_to_jurisdiction'] }}
          label="I consent to the jurisdiction of the federal court for my address (outside the United States: of any court where Easel may be found), and will accept service of process from the other side."
        />
        <TextField
          {...{ label: 'Signature', name: 'signature', maxLength: CLAIM_MAX.signature, autoComplete: 'off' }}
          {...{ error: fields['signature'], check: required(MESSAGES.signature) }}
          hint="Your full name, typed. It counts as your electronic signature."
        />
      </fieldset>
      <div>
        <Button type="submit" kind="main" busy={busy}>
          Send counter-notice
        </Button>
      </div>
    </Form>
  )
}
