import { Suspense } from 'react'
import { Await, data, Navigate, redirect, useActionData, useAsyncError } from 'react-router'
import { type AssetDetail, getAsset } from '#catalogue/contract.ts'
import { capturePayment, readPayment } from '#payments/contract.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import css from '#platform/web/ui/receipt.module.css'
import { readLicense, readPricing } from '../../contract.ts'
import type { Route } from './+types/checkout-page.ts'
import { type CheckoutAddress, readCheckoutAddress } from './checkout-address.ts'
import { changeCoupon, couponOf, start, startAgain } from './checkout-calls.ts'
import { LeftOutNotice, readLeftOut } from './left-out.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import { ReceiptLines } from './receipt-lines.tsx'
import { StartReceipt } from './start-receipt.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Checkout' }, { name: 'robots', content: 'noindex' }]

/** The amount comes from the server, by the payment's id. The amount in the address changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = new URL(request.url).searchParams
  const address = readCheckoutAddress(query)
  if (!address.payment_id) return { order: { ...(await loadOrder(api, address)), coupon: address.coupon } }
  const payment = await api(readPayment, { params: { payment_id: address.payment_id } })
  const asset = payment.asset_id ? await findAsset(api, payment.asset_id) : undefined
  const license = payment.license_id ? await api(readLicense, { params: { id: payment.license_id } }) : undefined
  return {
    payment,
    coupon_code: await couponOf(api, payment),
    picture: asset && pictureOf(asset),
    file: license && { formats: license.formats, best: license.file_format },
    returned: query.has('PayerID'),
    cancelled: query.has('cancelled'),
    paid: query.has('paid'),
    left_out: readLeftOut(query)
  }
}

/** An asset that is no longer for sale is not found. The payment is still shown. */
const findAsset = (api: Api, asset_id: string): Promise<AssetDetail | undefined> =>
  api(getAsset, { params: { id: asset_id } }).catch(() => undefined)

const pictureOf = ({ files }: AssetDetail): string | undefined => files.find(({ preview_urls }) => preview_urls)?.preview_urls?.[320]

async function loadOrder(api: Api, { asset_id, license_type, format }: CheckoutAddress) {
  if (!asset_id) throw redirect('/')
  const asset = await api(getAsset, { params: { id: asset_id } })
  const { prices } = await api(readPricing, { params: { id: asset_id } })
  const amount_cents = prices.single[license_type]?.amount_cents
  return { asset_id, title: asset.title, picture: pictureOf(asset), license_type, format, amount_cents }
}

type Answer = Awaited<ReturnType<typeof loader>>

/** Within the app, the page opens with the amount from the address and shows the server's data as soon as it arrives. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const address = readCheckoutAddress(new URL(request.url).searchParams)
  if (address.amount_cents === undefined) return serverLoader()
  const answer: Promise<Answer> = serverLoader()
  // The page shows the error. This only keeps it from being reported as unhandled before the page renders.
  answer.catch(() => undefined)
  return { address, answer }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const fields = textFields(await request.formData())
  try {
    return redirect(await proceed(api, fields))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const message = error.body.error
    return data(
      fields['coupon_of'] === undefined ? { problem: message } : { couponProblem: message, typedCoupon: fields['coupon'] },
      error.status
    )
  }
}

/** Returns where the form leads: to another payment, to the payment's own page, or to what it bought. */
function proceed(api: Api, fields: Partial<Record<string, string>>): Promise<string> {
  const { payment_id, coupon_of, coupon = '', again } = fields
  if (coupon_of !== undefined) return changeCoupon(api, coupon_of, coupon)
  if (again !== undefined) return startAgain(api, again, coupon.trim())
  return payment_id === undefined ? start(api, fields) : capture(api, payment_id)
}

/** Returns the payment's page, which shows whether it was declined, failed or paid. If it was just paid, the page starts the download. */
async function capture(api: Api, payment_id: string): Promise<string> {
  const answer = await api(capturePayment, { params: { payment_id }, body: {} }).catch((error: unknown) => {
    if (!(error instanceof ApiError && ['payment_declined', 'payment_failed', 'other_amount'].includes(error.body.code))) throw error
  })
  return `/pay/checkout?${new URLSearchParams({ payment_id, ...(answer?.status === 'captured' && { paid: '1' }) })}`
}

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  if (!('answer' in loaderData)) return <Checkout {...loaderData} />
  return (
    <Suspense fallback={<EarlyCheckout {...loaderData.address} />}>
      <Await resolve={loaderData.answer} errorElement={<NoAnswer />}>
        {(answer) => <Checkout {...answer} />}
      </Await>
    </Suspense>
  )
}

function Checkout(answer: Answer) {
  const answered = useActionData<typeof action>()
  const problem = answered && 'problem' in answered ? answered.problem : undefined
  const refusedCoupon = answered && 'couponProblem' in answered ? answered : undefined
  return (
    <Page width="form" title="Checkout">
      {'left_out' in answer && <LeftOutNotice {...answer.left_out} />}
      {problem && <Notice tone="bad">{problem}</Notice>}
      {'order' in answer ? (
        <StartReceipt {...answer.order} />
      ) : (
        <PaymentReceipt {...answer} hasProblem={problem !== undefined} {...refusedCoupon} />
      )}
    </Page>
  )
}

/** The page before the server has responded. */
function EarlyCheckout({ asset_id, license_type, amount_cents }: CheckoutAddress) {
  return (
    <Page width="form" title="Checkout">
      <section className={css['receipt']} aria-label="Your order" aria-busy="true">
        <ReceiptLines
          lines={[{ key: 'early', asset_id, item: asset_id ? `1 ${license_type} license` : 'Your licenses', amount_cents }]}
          amount_cents={amount_cents}
        />
        <Spinner label="Loading your order…" />
      </section>
    </Page>
  )
}

/** Follows the server's redirect, for example to the login. Any other error goes to the error page. */
function NoAnswer() {
  const error = useAsyncError()
  const to = error instanceof Response ? error.headers.get('location') : null
  if (to) return <Navigate to={to} replace />
  throw error
}
