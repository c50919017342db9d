import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { Route } from './+types/resume-checkout-page.ts'
import { beginCheckout, isSignedOut, wordsOf } from './calls.ts'
import { type Intent, saveIntent, takeIntent } from './intent.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Back to your checkout' }, { name: 'robots', content: 'noindex' }]

/** After the sign-in: goes on with what was being bought. */
export default function ResumeCheckoutPage() {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const intent = takeIntent()
    resume(intent).then(
      (address) => void navigate(address, { replace: true }),
      (error: unknown) => {
        if (!intent || !isSignedOut(error)) return setProblem(wordsOf(error))
        saveIntent(intent)
        void navigate('/login?next=/resume-checkout', { replace: true })
      }
    )
  }, [navigate])
  return (
    <Page width="form" title="Back to your checkout">
      {problem ? (
        <>
          <Notice tone="bad">{problem}</Notice>
          <LinkButton to="/">Explore assets</LinkButton>
        </>
      ) : (
        <Spinner label="Opening your checkout…" />
      )}
      <noscript>
        <LinkButton to="/dashboard">Go on to your dashboard</LinkButton>
      </noscript>
    </Page>
  )
}

/** Where to go on. A licence that is held or costs nothing waits under My Licenses. */
async function resume(intent: Intent | undefined): Promise<string> {
  if (!intent) return '/dashboard'
  if (intent.type === 'subscription') return `/pay/subscribe?${new URLSearchParams({ plan_id: intent.planId })}`
  const { assetId: asset_id, licenseType: license_type } = intent
  const { checkout_url } = await beginCheckout({ asset_id, license_type, coupon: '', via_subscription: false })
  return checkout_url ?? '/client/licenses'
}
