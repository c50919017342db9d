import { useState } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { messageOf, type Quote, type Quoted, quoteOf } from '../calls.ts'
import css from './acquire-dialog.module.css'

type Props = { value: string; onChange: (value: string) => void; quoted: Quoted }

/** Apply shows the price with the coupon. Nothing is reserved before the checkout. */
export function CouponField({ value, onChange, quoted }: Props) {
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<{ for: string; quote: Quote }>()
  const [busy, setBusy] = useState(false)
  const what = JSON.stringify([value, quoted])
  const apply = async () => {
    setBusy(true)
    setError(undefined)
    setFound(undefined)
    try {
      setFound({ for: what, quote: await quoteOf(value, quoted) })
    } catch (caught) {
      setError(messageOf(caught))
    } finally {
      setBusy(false)
    }
  }
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
        hint={found?.for === what ? newPrice(found.quote) : undefined}
        onChange={(event) => {
          setError(undefined)
          onChange(event.currentTarget.value)
        }}
      />
      <Button type="button" onClick={() => void apply()} busy={busy}>
        Apply
      </Button>
    </div>
  )
}

const newPrice = ({ subtotal_cents, discount_cents, total_cents }: Quote): string =>
  `${showDollars(total_cents)} instead of ${showDollars(subtotal_cents)}: you save ${showDollars(discount_cents)}. Tax, if any, is added at checkout.`
