import { Button } from '#platform/web/ui/button.tsx'
import { useCountdown } from './countdown.ts'
import css from './form.module.css'

interface ResendProps {
  /** What the button does, such as 'Resend code'. */
  label: string
  /** Seconds to wait, as the page was loaded with them. */
  loaded: { wait: number }
  busy: boolean
  /** Stands before the button. */
  note?: string
}

/** Sends its form once more with intent=resend, as soon as the wait is over. */
export function Resend({ label, loaded, busy, note }: ResendProps) {
  const left = useCountdown(loaded)
  return (
    <div className={css['resend']}>
      {note && <span>{note}</span>}
      <Button type="submit" name="intent" value="resend" kind="plain" small busy={busy} disabled={left > 0} formNoValidate>
        {left > 0 ? `${label} in ${left} s` : label}
      </Button>
      {loaded.wait > 0 && <noscript>Load this page again in {loaded.wait} s to send another.</noscript>}
    </div>
  )
}

export const isResend = (form: FormData): boolean => form.get('intent') === 'resend'
