import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { PLAN_IDS } from '#subscriptions/rules.ts'
import { beginSubscription, NO_PAYMENT_PAGE, paymentPageOf } from '#subscriptions/web/index.ts'
import { type Intent, saveIntent, takeIntent } from '../acquire/intent.ts'
import { recallColors } from '../acquire/remembered-colors.ts'
import { isSignedOut, loadUsablePlan, messageOf, startCheckout } from '../calls.ts'
import { startingDownloadPage } from '../licenses/chosen-download.ts'
import type { Route } from './+types/resume-checkout-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Back to your checkout' }, { name: 'robots', content: 'noindex' }]

export const loader = ({ context }: Route.LoaderArgs) => ({ role: context.get(requestContext).user?.role })

/** Continues a purchase after signing in. Staff learn that they cannot buy, and stay signed in. */
export default function ResumeCheckoutPage({ loaderData: { role } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const intent = takeIntent()
    if (intent && role !== undefined && role !== 'client') return setProblem(CLIENTS_ONLY[intent.type])
    resume(intent).then(
      (address) => void navigate(address, { replace: true }),
      (error: unknown) => {
        if (!intent || !isSignedOut(error)) return setProblem(messageOf(error))
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
        <LinkButton to="/dashboard">Continue to your dashboard</LinkButton>
      </noscript>
    </Page>
  )
}

const CLIENTS_ONLY: Record<Intent['type'], string> = {
  single: 'Licenses are bought with a client account.',
  subscription: 'Plans are for client accounts.'
}

/** Returns where to continue: the payment, or the download of a license that is owned, free or covered by the client's plan. */
async function resume(intent: Intent | undefined): Promise<string> {
  if (!intent) return '/dashboard'
  if (intent.type === 'subscription') return resumeSubscription(intent)
  const { assetId: asset_id, licenseType: license_type, format, coupon } = intent
  const via_subscription = (await loadUsablePlan()) !== undefined
  const { checkout_url, license_id } = await startCheckout({ asset_id, license_type, format, ...(coupon && { coupon }), via_subscription })
  if (checkout_url) return checkout_url
  return license_id ? startingDownloadPage(license_id, format, recallColors(asset_id)) : '/client/licenses'
}

/** The client agrees to the renewal on the payment page. */
async function resumeSubscription({ planId, coupon }: Extract<Intent, { type: 'subscription' }>): Promise<string> {
  const plan_id = PLAN_IDS.find((id) => id === planId)
  if (!plan_id) return '/pricing'
  const page = paymentPageOf(plan_id, await beginSubscription({ plan_id, ...(coupon && { coupon }) }))
  if (!page) throw new ApiError(500, { error: NO_PAYMENT_PAGE, code: 'no_payment_page' })
  return page
}
