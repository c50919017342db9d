import { Form, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import css from './coupon-form.module.css'

/** `purchase_id` is sent as `coupon_of`: the payment or the subscription that the coupon is for. `typed` is a code that was refused. */
type Props = { purchase_id: string; coupon_code: string | null; problem: string | undefined; typed?: string | undefined }

/** Applies a coupon, or removes it: the page then shows a new checkout with the new price. */
export function CouponForm({ purchase_id, coupon_code, problem, typed }: Props) {
  const busy = useNavigation().formData?.has('coupon_of') ?? false
  return (
    <Form method="post" replace className={css['coupon']}>
      <input type="hidden" name="coupon_of" value={purchase_id} />
      {coupon_code === null ? (
        <TextField label="Coupon" name="coupon" optional autoComplete="off" maxLength={100} defaultValue={typed} error={problem} />
      ) : (
        <p className={css['applied']}>
          Coupon <strong>{coupon_code}</strong> applied.
          <input type="hidden" name="coupon" value="" />
        </p>
      )}
      <Button type="submit" busy={busy}>
        {coupon_code === null ? 'Apply' : 'Remove'}
      </Button>
    </Form>
  )
}
