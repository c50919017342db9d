import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { PLAN_IDS } from '#subscriptions/rules.ts'
import { beginSubscription, NO_PAYMENT_PAGE, paymentPageOf } from '#subscriptions/web/index.ts'
import type { Route } from './+types/resume-checkout-page.ts'
import { beginCheckout, isSignedOut, wordsOf } from './calls.ts'
import { type Intent, saveIntent, takeIntent } from './intent.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Back to your checkout' }, { name: 'robots', content: 'noindex' }]

export const loader = ({ context }: Route.LoaderArgs) => ({ role: context.get(requestContext).user?.role })

/** After the sign-in: goes on with what was being bought. Staff who signed in are told, and stay signed in. */
export default function ResumeCheckoutPage({ loaderData: { role } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const intent = takeIntent()
    if (intent && role !== undefined && role !== 'client') return setProblem(CLIENTS_ALONE[intent.type])
    resume(intent).then(
      (address) => void navigate(address, { replace: true }),
      (error: unknown) => {
        if (!intent || !isSignedOut(error)) return setProblem(wordsOf(error))
        saveIntent(intent)
        void navigate('/login?next=/resume-checkout', { replace: true })
      }
    )
  }, [navigate, role])
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

const CLIENTS_ALONE: Record<Intent['type'], string> = {
  single: 'Licenses are bought with a client account.',
  subscription: 'Plans are for client accounts.'
}

/** Where to go on. A licence that is held or costs nothing waits under My Licenses. */
async function resume(intent: Intent | undefined): Promise<string> {
  if (!intent) return '/dashboard'
  if (intent.type === 'subscription') return resumeSubscription(intent.planId)
  const { assetId: asset_id, licenseType: license_type } = intent
  const { checkout_url } = await beginCheckout({ asset_id, license_type, coupon: '', via_subscription: false })
  return checkout_url ?? '/client/licenses'
}

/** The renewal is agreed to on the payment page. */
async function resumeSubscription(planId: string): Promise<string> {
  const plan_id = PLAN_IDS.find((id) => id === planId)
  if (!plan_id) return '/pricing'
  const page = paymentPageOf(plan_id, await beginSubscription({ plan_id }))
  if (!page) throw new ApiError(500, { error: NO_PAYMENT_PAGE, code: 'no_payment_page' })
  return page
}
