import { data, Form, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { type CouponDetail, editCoupon, endCoupon, pauseCoupon, readCoupon, resumeCoupon } from '#coupons/admin.contract.ts'
import { APPLIES_NAMES, describeTerms, STATE_NAMES } from '#coupons/rules.ts'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { useMayChange, WithGrant } from '#platform/web/grants.tsx'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showMoment, showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import type { Route } from './+types/coupon-page.ts'
import { CouponForm } from './coupon-form.tsx'
import { bodyOf, TERM_FIELDS, typedTerms } from './coupon-terms.ts'
import css from './coupons-page.module.css'
import { STATE_TONES } from './coupons-page.tsx'
import { UsesOverTime } from './uses-over-time.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData ? `Coupon ${loaderData.coupon.code}` : 'Coupon' }]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const coupon = await context.get(apiContext)(readCoupon, { params: { id: params.couponId } })
  return { coupon, isNew: new URL(request.url).searchParams.get('done') === 'made' }
}

const FAILED = 'The coupon could not be saved. Please try again.'

type Sent = Record<'intent' | (typeof TERM_FIELDS)[number], string>

export async function action({ request, params, context }: Route.ActionArgs) {
  const sent = await readForm(request, 'intent', ...TERM_FIELDS)
  try {
    return data({ done: await save(context.get(apiContext), params.couponId, sent), fields: undefined })
  } catch (error) {
    return failed(error, FAILED)
  }
}

const STEPS = { pause: pauseCoupon, resume: resumeCoupon, end: endCoupon } as const
const DONE = { pause: 'The coupon is paused.', resume: 'The coupon is active again.', end: 'The coupon has ended.' } as const

/** Returns what was done. */
async function save(api: Api, id: string, { intent, ...typed }: Sent): Promise<string> {
  if (intent === 'pause' || intent === 'resume' || intent === 'end') {
    await api(STEPS[intent], { params: { id } })
    return DONE[intent]
  }
  await api(editCoupon, { params: { id }, body: bodyOf(typed) })
  return 'Saved. Checkouts that have begun keep their price.'
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function CouponPage({ loaderData: { coupon, isNew }, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  const done = actionData && 'done' in actionData ? actionData.done : isNew ? 'The coupon is made.' : undefined
  const { status, uses, used, reserved, max_uses, discount_cents } = coupon
  const isOver = status === 'ended'
  const mayChange = useMayChange()('finance')
  return (
    <Page
      title={coupon.code}
      intro={`${describeTerms(coupon)}. Made by ${coupon.created_by ?? 'someone'} on ${showMoment(coupon.created_at)}.`}
      actions={<LinkButton to="/admin/coupons">All coupons</LinkButton>}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!actionData?.fields && done && <Notice tone="good">{done}</Notice>}
      <div className={css['desk']}>
        <Stack>
          <div className={css['figures']}>
            <Stat label="Status" value={<Badge tone={STATE_TONES[status]}>{STATE_NAMES[status]}</Badge>} />
            <Stat label="Uses" value={showNumber(uses)} note={max_uses === null ? 'No limit' : `of ${showNumber(max_uses)}`} />
            <Stat label="Paid" value={showNumber(used)} note={`${showNumber(reserved)} reserved by open checkouts`} />
            <Stat label="Taken off" value={showDollars(discount_cents)} note="of paid purchases" />
          </div>
          <UsesOverTime days={coupon.uses_by_day} />
          <WithGrant grant="finance">{!isOver && <Steps status={status} />}</WithGrant>
        </Stack>
        <Card className={css['form']} aria-labelledby="terms">
          <h2 id="terms">Terms</h2>
          {isOver || !mayChange ? (
            <Terms coupon={coupon} />
          ) : (
            <CouponForm
              key={JSON.stringify(typedTerms(coupon))}
              terms={typedTerms(coupon)}
              button="Save"
              fields={{ ...fields, form: '' }}
            />
          )}
        </Card>
      </div>
    </Page>
  )
}

/** The terms where they cannot be changed. */
function Terms({ coupon }: { coupon: CouponDetail }) {
  const typed = typedTerms(coupon)
  const rows: [string, string][] = [
    ['For', APPLIES_NAMES[coupon.applies_to]],
    ['Category', typed.category || 'All'],
    ['Payments of a plan', typed.plan_payments],
    ['Starts', coupon.starts_at ? showMoment(coupon.starts_at) : 'At once'],
    ['Ends', coupon.ends_at ? showMoment(coupon.ends_at) : 'Never'],
    ['Uses in total', typed.max_uses || 'No limit'],
    ['Uses per person', typed.max_uses_per_person || 'No limit'],
    ['Minimum purchase', typed.minimum ? `$${typed.minimum}` : 'None']
  ]
  return (
    <dl className={css['terms']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Ending is final, so it comes after pausing and says so. */
function Steps({ status }: Pick<CouponDetail, 'status'>) {
  const sent = useNavigation().formData?.get('intent')
  const pausing = status === 'paused' ? 'resume' : 'pause'
  return (
    <Card aria-labelledby="steps">
      <Stack gap={3}>
        <h2 id="steps">Stop this coupon</h2>
        <p>A paused coupon can be resumed. An ended one cannot. Checkouts that have begun keep their price.</p>
        <Form method="post" preventScrollReset className={css['steps']}>
          <Button type="submit" name="intent" value={pausing} busy={sent === pausing}>
            {status === 'paused' ? 'Resume' : 'Pause'}
          </Button>
          <Button type="submit" name="intent" value="end" kind="danger" busy={sent === 'end'}>
            End for good
          </Button>
        </Form>
      </Stack>
    </Card>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Coupons" title="Failed to load this coupon." />
}
