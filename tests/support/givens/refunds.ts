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
