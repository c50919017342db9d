import { TextField } from '#platform/web/ui/form/text-field.tsx'

/** The coupon of a payment that failed, for the next one. It can be removed here if it cannot be used any more. */
export const UsedCoupon = ({ code }: { code: string | null }) =>
  code && <TextField label="Coupon" name="coupon" optional autoComplete="off" maxLength={100} defaultValue={code} />
