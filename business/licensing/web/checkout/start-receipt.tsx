import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from '#platform/web/ui/receipt.module.css'
import type { LicenseType } from '../../rules.ts'
import { ReceiptLines } from './receipt-lines.tsx'
import { UsedCoupon } from './used-coupon.tsx'

export type Order = {
  asset_id: string
  title: string
  picture: string | undefined
  license_type: LicenseType
  format: string | null
  /** Of a payment that failed. */
  coupon: string | null
  /** The server's current price; undefined if the asset is not for sale. */
  amount_cents: number | undefined
}

/** The page before a payment has started. Nothing is charged here. */
export function StartReceipt({ asset_id, title, picture, license_type, format, coupon, amount_cents }: Order) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section className={css['receipt']} aria-label="Your order">
      <ReceiptLines
        picture={picture}
        lines={[{ key: asset_id, asset_id, item: `${title}, ${license_type} license`, amount_cents }]}
        amount_cents={amount_cents}
      />
      {amount_cents === undefined ? (
        <Notice>This asset is not for sale.</Notice>
      ) : (
        <Form method="post" className={css['steps']}>
          <input type="hidden" name="asset_id" value={asset_id} />
          <input type="hidden" name="license_type" value={license_type} />
          {format && <input type="hidden" name="format" value={format} />}
          <UsedCoupon code={coupon} />
          <Button type="submit" kind="main" wide busy={busy}>
            Continue to payment
          </Button>
          <p className={css['note']}>
            By continuing you agree to the <Link to="/license-terms">license terms</Link>.
          </p>
        </Form>
      )}
      <LinkButton to={`/assets/${asset_id}`} kind="quiet" wide>
        Back to the asset
      </LinkButton>
    </section>
  )
}
