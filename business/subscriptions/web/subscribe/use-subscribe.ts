import { useState } from 'react'
import type { PlanId } from '../../rules.ts'
import { beginSubscription, errorText, isSignedOut, loadCheckout, NO_PAYMENT_PAGE, paymentPageOf } from '../calls.ts'
import type { Checkout } from './charges.ts'

export type Opened = { page: string; checkout: Checkout }

/** State of the subscribe dialog. Continue creates PayPal's subscription; nothing is charged yet. */
export function useSubscribe(plan_id: PlanId, isSignedIn: boolean, onSignedOut: (plan_id: PlanId) => Promise<void>) {
  const [consents, setConsents] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [opened, setOpened] = useState<Opened>()

  async function open(): Promise<void> {
    const started = await beginSubscription({ plan_id, consents })
    const page = paymentPageOf(plan_id, started)
    if (!page) return setError(NO_PAYMENT_PAGE)
    setOpened({ page, checkout: await loadCheckout(started.sub_id) })
  }

  async function proceed(): Promise<void> {
    if (!consents || busy) return
    if (!isSignedIn) return await onSignedOut(plan_id)
    setBusy(true)
    setError(undefined)
    try {
      await open()
    } catch (caught) {
      if (isSignedOut(caught)) return await onSignedOut(plan_id)
      setError(errorText(caught))
    } finally {
      setBusy(false)
    }
  }

  return { consents, setConsents, busy, error, opened, proceed }
}
