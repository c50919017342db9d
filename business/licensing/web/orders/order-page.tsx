import { Form, Link, redirect, useNavigation } from 'react-router'
import { cancelPayment } from '#payments/contract.ts'
import { failed } from '#platform/web/action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showMoment } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { prepareOrderHandOver } from '../../hand-over.contract.ts'
import { handOverAddress, typedHandOver } from '../../hand-over.rules.ts'
import { type Order, readOrder } from '../../orders.contract.ts'
import { orderName } from '../../orders.rules.ts'
import { failureWords, needsSupport } from '../failure-words.ts'
import { HandOverForm } from '../hand-over/hand-over-form.tsx'
import type { Route } from './+types/order-page.ts'
import { OrderLines } from './order-lines.tsx'
import css from './order-page.module.css'
import { ORDER_TONES, stateOf } from './order-words.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData ? orderName(loaderData.order.lines) : 'Order' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  return { order: await context.get(apiContext)(readOrder, { params: { id: params.orderId } }) }
}

const FAILED = 'This could not be done. Please try again.'

/** Asks for a large ZIP, or cancels the order's payment. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent, payment_id, ...choice } = await readForm(request, 'intent', 'payment_id', 'format', 'width')
  try {
    if (intent === 'prepare') {
      const sent = { params: { id: params.orderId }, body: typedHandOver(choice) }
      const { id } = await context.get(apiContext)(prepareOrderHandOver, sent)
      return redirect(handOverAddress(id))
    }
    await context.get(apiContext)(cancelPayment, { params: { payment_id } })
  } catch (error) {
    return failed(error, FAILED)
  }
  return redirect(`/orders/${params.orderId}`)
}

/** An order that was not paid is tried again; one that was paid is bought for another project. */
function Again({ order: { order_id, payment_id, status, failure, checkout_url } }: { order: Order }) {
  if (checkout_url) return null
  if (status !== 'failed')
    return (
      <LinkButton to={`/orders/${order_id}/again`} wide>
        Buy again for another project
      </LinkButton>
    )
  if (!payment_id || needsSupport(failure)) return null
  return (
    <LinkButton to={`/pay/checkout?${new URLSearchParams({ payment_id })}`} wide>
      Try again
    </LinkButton>
  )
}

export default function OrderPage({ loaderData: { order }, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  return (
    <Page title={orderName(order.lines)} actions={<Actions order={order} />}>
      <Stack>
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        {order.status === 'failed' && <Failed order={order} />}
        <div className={css['order']}>
          <OrderLines lines={order.lines} />
          <div className={css['side']}>
            <Card className={css['summary']} aria-label="Summary">
              <Badge tone={ORDER_TONES[order.status]}>{stateOf(order)}</Badge>
              <Totals order={order} />
              {order.checkout_url && <ToPay order={order} checkout_url={order.checkout_url} />}
              {order.status === 'captured' && (
                <LinkButton to="/client/licenses" wide>
                  My Licenses
                </LinkButton>
              )}
              <Again order={order} />
            </Card>
            {order.hand_over && (
              <Card className={css['handOver']} aria-labelledby="hand-over">
                <h2 id="hand-over">Hand-over</h2>
                <p className={css['note']}>The files, certificates, license terms, and a list of this order, as one ZIP.</p>
                <HandOverForm source="order" id={order.order_id} hand_over={order.hand_over} fields={fields} />
              </Card>
            )}
          </div>
        </div>
      </Stack>
    </Page>
  )
}

function Failed({ order: { failure } }: { order: Order }) {
  return (
    <>
      <Notice tone={needsSupport(failure) ? 'bad' : 'info'}>
        {failureWords(failure, 'This order was not completed. You have not been charged.')}
      </Notice>
      {needsSupport(failure) && <LinkButton to="/contact">Contact us</LinkButton>}
    </>
  )
}

function Actions({ order: { receipt_url, payment_id } }: { order: Order }) {
  return (
    <>
      <LinkButton to="/orders">All orders</LinkButton>
      {receipt_url && (
        <LinkButton to={receipt_url} reloadDocument download={`receipt-${payment_id}.pdf`}>
          <IconDownload size={18} aria-hidden="true" />
          Receipt (PDF)
        </LinkButton>
      )}
    </>
  )
}

function Totals({ order }: { order: Order }) {
  const { subtotal_cents, discount_cents, tax_cents, total_cents, coupon_code, created_at, paid_at, payment_id } = order
  const rows: [string, string][] = [['Subtotal', showDollars(subtotal_cents)]]
  if (discount_cents > 0) rows.push([`Discount${coupon_code ? ` (${coupon_code})` : ''}`, `−${showDollars(discount_cents)}`])
  if (tax_cents > 0) rows.push(['Tax', showDollars(tax_cents)])
  const details: [string, string][] = [['Ordered', showMoment(created_at)]]
  if (paid_at) details.push(['Paid', showMoment(paid_at)])
  if (payment_id) details.push(['Payment', payment_id])
  return (
    <dl className={css['totals']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={css['total']}>
        <dt>Total, USD</dt>
        <dd>{showDollars(total_cents)}</dd>
      </div>
      {details.map(([name, value]) => (
        <div key={name} className={css['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ToPay({ order: { payment_id }, checkout_url }: { order: Order; checkout_url: string }) {
  const busy = useNavigation().formData?.has('payment_id') ?? false
  return (
    <>
      <LinkButton to={checkout_url} kind="main" wide>
        Continue to payment
      </LinkButton>
      <Form method="post">
        <input type="hidden" name="payment_id" value={payment_id ?? ''} />
        <Button type="submit" kind="quiet" wide busy={busy}>
          Cancel this order
        </Button>
      </Form>
      <p className={css['note']}>
        By paying you agree to the <Link to="/license-terms">license terms</Link>.
      </p>
    </>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Orders" title="Failed to load this order." />
}
