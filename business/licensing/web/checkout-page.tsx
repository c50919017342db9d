import { data, redirect } from 'react-router'
import { type AssetDetail, getAsset } from '#catalogue/contract.ts'
import { capturePayment, readPayment } from '#payments/contract.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { checkOut, readPricing } from '../contract.ts'
import { formatsFrom, LICENSE_TYPES, type LicenseType } from '../rules.ts'
import type { Route } from './+types/checkout-page.ts'
import { PaymentReceipt } from './payment-receipt.tsx'
import { StartReceipt } from './start-receipt.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Checkout' }, { name: 'robots', content: 'noindex' }]

/** What is to be paid comes from the server by the payment's id; an amount in the address is not looked at. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = new URL(request.url).searchParams
  const payment_id = query.get('payment_id')
  if (!payment_id) return { order: await loadOrder(api, query) }
  const payment = await api(readPayment, { params: { payment_id } })
  const asset = await findAsset(api, payment.subject.split('/')[0] ?? '')
  const formats = formatsFrom(asset?.files.map(({ format }) => format) ?? [])
  return {
    payment,
    picture: asset && pictureOf(asset),
    formats,
    returned: query.has('PayerID'),
    cancelled: query.has('cancelled'),
    paid: query.has('paid')
  }
}

/** An asset that is no longer on sale is not found; the payment stands all the same. */
const findAsset = (api: Api, asset_id: string): Promise<AssetDetail | undefined> =>
  api(getAsset, { params: { id: asset_id } }).catch(() => undefined)

const pictureOf = ({ files }: AssetDetail): string | undefined => files.find(({ preview_urls }) => preview_urls)?.preview_urls?.[320]

async function loadOrder(api: Api, query: URLSearchParams) {
  const asset_id = query.get('asset_id')
  if (!asset_id) throw redirect('/')
  const license_type = licenseTypeOf(query.get('license_type'))
  const asset = await api(getAsset, { params: { id: asset_id } })
  const { prices } = await api(readPricing, { params: { id: asset_id } })
  return { asset_id, title: asset.title, picture: pictureOf(asset), license_type, amount_cents: prices.single[license_type]?.amount_cents }
}

const licenseTypeOf = (text: FormDataEntryValue | null): LicenseType => LICENSE_TYPES.find((type) => type === text) ?? 'personal'

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const payment_id = form.get('payment_id')
  try {
    return redirect(payment_id === null ? await begin(api, form) : await capture(api, String(payment_id)))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data({ problem: error.body.error }, error.status)
  }
}

async function begin(api: Api, form: FormData): Promise<string> {
  const order = { asset_id: String(form.get('asset_id')), license_type: licenseTypeOf(form.get('license_type')) }
  const { checkout_url } = await api(checkOut, { body: { ...order, terms_accepted: true } })
  return checkout_url ?? '/client/licenses'
}

/** Declined, failed or done: the payment's own page says which, and where it was paid just now, starts the download. */
async function capture(api: Api, payment_id: string): Promise<string> {
  const answer = await api(capturePayment, { params: { payment_id }, body: {} }).catch((error: unknown) => {
    if (!(error instanceof ApiError && ['payment_declined', 'payment_failed', 'other_amount'].includes(error.body.code))) throw error
  })
  return `/pay/checkout?${new URLSearchParams({ payment_id, ...(answer?.status === 'captured' && { paid: '1' }) })}`
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, payment, picture, formats = [], returned = false, cancelled = false, paid = false } = loaderData
  return (
    <Page width="form" title="Checkout">
      {actionData && <Notice tone="bad">{actionData.problem}</Notice>}
      {order && <StartReceipt {...order} />}
      {payment && (
        <PaymentReceipt
          payment={payment}
          picture={picture}
          formats={formats}
          returned={returned}
          cancelled={cancelled}
          paid={paid}
          hasProblem={actionData !== undefined}
        />
      )}
    </Page>
  )
}
