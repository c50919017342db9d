import { useState } from 'react'
import type { Answer } from '#platform/contract/index.ts'
import type { readSubscription } from '../contract.ts'
import type { PlanId } from '../rules.ts'
import { beginSubscription, isSignedOut, loadCheckout, NO_PAYMENT_PAGE, paymentPageOf, wordsOf } from './calls.ts'

export type Opened = { page: string; checkout: Answer<typeof readSubscription> }

/** What the dialog asks for, and what pressing Continue does: PayPal's subscription is opened, and nothing charged. */
export function useSubscribe(plan_id: PlanId, isSignedIn: boolean, onSignedOut: (plan_id: PlanId) => Promise<void>) {
  const [consents, setConsents] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [opened, setOpened] = useState<Opened>()

  async function open(): Promise<void> {
    const begun = await beginSubscription({ plan_id, consents })
    const page = paymentPageOf(plan_id, begun)
    if (!page) return setError(NO_PAYMENT_PAGE)
    setOpened({ page, checkout: await loadCheckout(begun.sub_id) })
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
      setError(wordsOf(caught))
    } finally {
      setBusy(false)
    }
  }

  return { consents, setConsents, busy, error, opened, proceed }
}
