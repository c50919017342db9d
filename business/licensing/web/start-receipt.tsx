import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { LicenseType } from '../rules.ts'
import css from './receipt.module.css'
import { ReceiptLines } from './receipt-lines.tsx'

type Order = { asset_id: string; title: string; picture: string | undefined; license_type: LicenseType; amount_cents: number | undefined }

/** Before a payment has begun: nothing is charged here, and the price is the server's of this moment. */
export function StartReceipt({ asset_id, title, picture, license_type, amount_cents }: Order) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section className={css['receipt']} aria-label="Your order">
      <ReceiptLines asset_id={asset_id} picture={picture} what={`${title}, ${license_type} license`} amount_cents={amount_cents} />
      {amount_cents === undefined ? (
        <Notice>This asset is not for sale.</Notice>
      ) : (
        <Form method="post" className={css['actions']}>
          <input type="hidden" name="asset_id" value={asset_id} />
          <input type="hidden" name="license_type" value={license_type} />
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
