import { randomUUID } from 'node:crypto'
import { readAnyPayment, refundPayment } from '#payments/admin.contract.ts'
import { assetOnSale, boughtLicense, type Market } from './sales.ts'

export const REASON = 'Bought twice by mistake'

/** The steps of a test about refunds. `market` returns the test file's market. */
export function refundSteps(market: () => Market) {
  const refundBy = async (id: string, reason = REASON, admin = 'admin') =>
    (await market().as('admin', admin))(refundPayment, { params: { id }, body: { reason } })
  const detailOf = async (id: string) => (await market().as('admin'))(readAnyPayment, { params: { id } })

  async function bought(client = 'client') {
    const asset = await assetOnSale(market())
    return { ...(await boughtLicense(market(), asset.id, { client })), asset }
  }

  /** Returns the ledger entries, licenses, and refunds of a payment. */
  async function traces(payment_id: string) {
    const { entries, refunds, status } = await detailOf(payment_id)
    const licenses = await market()
      .db.selectFrom('licensing.license')
      .select(['status', 'ended_at'])
      .where('payment_id', '=', payment_id)
      .execute()
    const booked = entries
      .filter(({ kind }) => kind === 'refund')
      .map(({ lines }) => lines.map(({ account, amount_cents }) => [account, amount_cents]))
    return { status, licenses: licenses.map((license) => license.status), booked, refunds: refunds.map((refund) => refund.status) }
  }
  return { bought, detailOf, refundBy, traces }
}

/** What `traces` returns of a license for $10.00 that was refunded. */
export const REFUNDED = {
  status: 'refunded',
  licenses: ['revoked'],
  booked: [
    [
      ['refunds', 1000],
      ['cash', -1000]
    ]
  ],
  refunds: ['completed']
}

/** Refunds a part of a capture at PayPal itself. */
export async function refundPartAt(market: Market, capture_id: string, value: string): Promise<void> {
  const { client_id, client_secret } = market.ports.paypal.settings
  const token = await fetch(`${market.sandbox.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded'
    },
    body: 'grant_type=client_credentials'
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const answer = await fetch(`${market.sandbox.url}/v2/payments/captures/${capture_id}/refund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', 'paypal-request-id': randomUUID() },
    body: JSON.stringify({ amount: { currency_code: 'USD', value } })
  })
  if (answer.status !== 201) throw new Error(`refund: ${answer.status} ${await answer.text()}`)
}
