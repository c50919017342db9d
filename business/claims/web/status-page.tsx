import { useState } from 'react'
import { Form, redirect, useNavigation, useSearchParams } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { readClaim, type ShownClaim, sendClaimMessage, withdrawClaim } from '../contract.ts'
import { CLAIM_KIND_LABELS, CLAIM_MAX, isOpen, MESSAGES, mayWrite } from '../rules.ts'
import type { Route } from './+types/status-page.ts'
import { ClaimMessages } from './claim-messages.tsx'
import { ClaimSteps } from './claim-steps.tsx'
import { CLAIM_TONES, nextStep, stateLabel } from './claim-words.ts'
import css from './claims.module.css'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Report ${loaderData.claim.claim_number}` : 'Report' },
  { name: 'robots', content: 'noindex' }
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const claim = await context.get(apiContext)(readClaim, { params: { token: params.token } })
  return { claim, brand_name: context.get(requestContext).brand_name }
}

const FAILED = 'This could not be sent. Please try again.'

export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent, body } = await readForm(request, 'intent', 'body')
  const api = context.get(apiContext)
  const at = { params: { token: params.token } }
  try {
    if (intent === 'withdraw') await api(withdrawClaim, at)
    else await api(sendClaimMessage, { ...at, body: { body } })
  } catch (error) {
    return failed(error, FAILED)
  }
  return redirect(`/claims/${params.token}?${intent === 'withdraw' ? 'withdrawn' : 'sent'}=1`)
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function StatusPage({ loaderData: { claim, brand_name }, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const fields = actionData?.fields ?? {}
  return (
    <Page width="text" title={`Report ${claim.claim_number}`} intro={nextStep(claim)}>
      {query.has('made') && (
        <Notice tone="good" title="We received your report.">
          Keep the address of this page: it is the only way to your report. We have emailed it to you, too.
        </Notice>
      )}
      {query.has('sent') && <Notice tone="good">Message sent.</Notice>}
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <ClaimDetails claim={claim} />
      <ClaimSteps {...claim} />
      <ClaimMessages messages={claim.messages} reader="claimant" brandName={brand_name} />
      {mayWrite(claim.state) && <Write key={claim.messages.length} error={fields['body']} />}
      {isOpen(claim.state) && <Withdraw />}
    </Page>
  )
}

function ClaimDetails({ claim: { state, kind, asset_title } }: { claim: ShownClaim }) {
  return (
    <dl className={longCss['details']}>
      <dt>State</dt>
      <dd>
        <Badge tone={CLAIM_TONES[state]}>{stateLabel(state)}</Badge>
      </dd>
      <dt>Asset</dt>
      <dd>{asset_title || UNTITLED}</dd>
      <dt>About</dt>
      <dd>{CLAIM_KIND_LABELS[kind]}</dd>
    </dl>
  )
}

function Write({ error }: { error: string | undefined }) {
  const navigation = useNavigation()
  const busy = navigation.formData?.get('intent') === 'write'
  const sentOnce = useSentOnce(busy, error)
  return (
    <Form method="post" noValidate className={classNames(longCss['form'], css['form'])} onSubmit={sentOnce}>
      <input type="hidden" name="intent" value="write" />
      <TextArea
        {...{ label: 'Your message', name: 'body', rows: 5, maxLength: CLAIM_MAX.message, error }}
        check={(typed) => (typed.trim() === '' ? MESSAGES.message : undefined)}
      />
      <div>
        <Button type="submit" kind="main" busy={busy}>
          Send message
        </Button>
      </div>
    </Form>
  )
}

/** Asks first; without JavaScript, the browser's own details element does. */
function Withdraw() {
  const [isSure, setSure] = useState(false)
  const busy = useNavigation().formData?.get('intent') === 'withdraw'
  return (
    <details className={css['paste']} open={isSure} onToggle={({ currentTarget }) => setSure(currentTarget.open)}>
      <summary>Withdraw this report</summary>
      <Form method="post" className={classNames(longCss['form'], css['form'])}>
        <input type="hidden" name="intent" value="withdraw" />
        <p>We will close your report and do nothing about the asset. You can make a new report at any time.</p>
        <div>
          <Button type="submit" kind="danger" busy={busy}>
            Withdraw
          </Button>
        </div>
      </Form>
    </details>
  )
}
