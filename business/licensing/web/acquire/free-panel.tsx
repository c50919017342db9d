import { CONSENT_WORDS } from '#marketing/rules.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { FREE_SIZE } from '../../rules.ts'
import css from './acquire-dialog.module.css'
import type { Acquire } from './use-acquire.ts'

export function FreePanel({ acquire, isFree }: { acquire: Acquire; isFree: boolean }) {
  const { email, setEmail, optsIn, setOptsIn } = acquire
  return (
    <div className={css['free']}>
      {!isFree && <Notice>This asset is not free right now.</Notice>}
      <p>A {FREE_SIZE} px PNG for non-commercial use, with attribution. The download starts here, and we email you a link to it.</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={email}
        check={(typed) => (/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(typed.trim()) ? undefined : 'Please enter a valid email.')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Checkbox
        label={CONSENT_WORDS}
        name="marketing_opt_in"
        checked={optsIn}
        onChange={(event) => setOptsIn(event.currentTarget.checked)}
      />
    </div>
  )
}
