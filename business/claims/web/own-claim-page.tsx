import { Form, Link, redirect, useNavigation } from 'react-router'
import { type AssetDetail, getAsset } from '#catalogue/contract.ts'
import { UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { counterClaim, type OwnClaimDetails, readOwnClaim } from '../contract.ts'
import { CLAIM_KIND_LABELS, CLAIM_MAX, MESSAGES, RESTORE_BUSINESS_DAYS } from '../rules.ts'
import type { Route } from './+types/own-claim-page.ts'
import { ClaimSteps } from './claim-steps.tsx'
import { CLAIM_TONES, showCalendarDay, stateLabel } from './claim-words.ts'
import formCss from './claims.module.css'
import css from './own-claim-page.module.css'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData ? `Claim ${loaderData.claim.claim_number}` : 'Claim' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const claim = await api(readOwnClaim, { params: { id: params.claimId } })
  const asset = await api(getAsset, { params: { id: claim.asset_id } })
  const { user, brand_name } = context.get(requestContext)
  return { claim, asset, name: user?.name ?? '', brand_name }
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

export default function OwnClaimPage({ loaderData: { claim, asset, name, brand_name }, actionData }: Route.ComponentProps) {
  return (
    <Page title={`Claim ${claim.claim_number}`} intro={introOf(claim)}>
      <div className={css['sides']}>
        <div className={css['side']}>
          <Said id="claimed" title="What they claim" from={claim.claimant} text={claim.work} />
          <Said id="decided" title="What we decided" from={brand_name} text={claim.message} />
          {claim.counter_until && (
            <>
              <Ways until={claim.counter_until} />
              <CounterForm name={name} brandName={brand_name} fields={actionData?.fields ?? {}} />
            </>
          )}
        </div>
        <Work claim={claim} asset={asset} />
      </div>
    </Page>
  )
}

function Said({ id, title, from, text }: { id: string; title: string; from: string; text: string }) {
  return (
    <Card className={css['said']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <blockquote className={css['quote']}>{text}</blockquote>
      <p className={css['quiet']}>{from}</p>
    </Card>
  )
}

/** The work, its state, and what comes next. */
function Work({ claim, asset }: { claim: OwnClaimDetails; asset: AssetDetail }) {
  return (
    <aside className={css['work']} aria-label="Your work">
      <Card flush>
        <Preview asset={asset} width={640} sizes="(min-width: 960px) 340px, 92vw" eager />
        <div className={css['about']}>
          <p className={css['name']}>
            <Link to={`/assets/${claim.asset_id}`}>{claim.asset_title || UNTITLED}</Link>
          </p>
          <p className={css['quiet']}>
            {CLAIM_KIND_LABELS[claim.kind]} <Badge tone={CLAIM_TONES[claim.state]}>{stateLabel(claim.state)}</Badge>
          </p>
        </div>
      </Card>
      <Card>
        <ClaimSteps {...claim} is_own />
      </Card>
    </aside>
  )
}

/** What an artist can do, so that the legal form is not the only thing in sight. */
function Ways({ until }: { until: string }) {
  return (
    <section aria-labelledby="ways" className={css['side']}>
      <h2 id="ways">What you can do</h2>
      <ul className={css['ways']}>
        <li>
          <b>Accept it</b>
          <span>Do nothing. Your work stays off sale, and the claim counts as a strike. Anyone who already has a license keeps it.</span>
        </li>
        <li>
          <b>Talk to us</b>
          <span>
            If you can show where the work comes from, <Link to="/contact">write to us</Link>. We can put it back ourselves.
          </span>
        </li>
        <li>
          <b>Send a counter-notice</b>
          <span>
            Until {showDay(until)}. Your work returns {RESTORE_BUSINESS_DAYS} business days later, unless the other side files suit.
          </span>
        </li>
      </ul>
    </section>
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

type CounterFormProps = { name: string; brandName: string; fields: Readonly<Record<string, string>> }

function CounterForm({ name, brandName, fields }: CounterFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, fields)
  return (
    <Form method="post" noValidate className={classNames(longCss['form'], formCss['form'])} onSubmit={sentOnce}>
      <fieldset className={formCss['group']}>
        <legend>Send a counter-notice</legend>
        <p>The other side gets it with your name and address. It is a legal statement: if you are not sure, ask a lawyer first.</p>
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
          label={`I consent to the jurisdiction of the federal court for my address (outside the United States: of any court where ${brandName} may be found), and will accept service of process from the other side.`}
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
