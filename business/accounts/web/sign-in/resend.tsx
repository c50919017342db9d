import { Button } from '#platform/web/ui/button.tsx'
import css from '../form.module.css'
import { useCountdown } from './resend-countdown.ts'

interface ResendProps {
  /** The button's label, such as 'Resend code'. */
  label: string
  /** Seconds to wait when the page was loaded. */
  loaded: { wait: number }
  busy: boolean
  /** Shown before the button. */
  note?: string
}

/** Submits its form with intent=resend. Disabled until the wait is over. */
export function Resend({ label, loaded, busy, note }: ResendProps) {
  const left = useCountdown(loaded)
  return (
    <div className={css['resend']}>
      {note && <span>{note}</span>}
      <Button type="submit" name="intent" value="resend" kind="plain" small busy={busy} disabled={left > 0} formNoValidate>
        {left > 0 ? `${label} in ${left} s` : label}
      </Button>
      {loaded.wait > 0 && <noscript>Reload this page in {loaded.wait} s to send another.</noscript>}
    </div>
  )
}

export const isResend = (form: FormData): boolean => form.get('intent') === 'resend'
