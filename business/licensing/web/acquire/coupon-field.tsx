import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import css from './acquire-dialog.module.css'

export function CouponField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [error, setError] = useState<string>()
  return (
    <div className={css['coupon']}>
      <TextField
        label="Coupon"
        name="coupon"
        optional
        autoComplete="off"
        maxLength={100}
        value={value}
        error={error}
        onChange={(event) => {
          setError(undefined)
          onChange(event.currentTarget.value)
        }}
      />
      <Button type="button" onClick={() => setError('Coupons aren’t enabled yet.')}>
        Apply
      </Button>
    </div>
  )
}
