import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import type { MySubscription } from '#subscriptions/contract.ts'
import type { PlanId } from '#subscriptions/rules.ts'
import { beginSubscription, NO_PAYMENT_PAGE, paymentPageOf } from '#subscriptions/web/index.ts'
import { type AcquireMode, isInPlan, type LicenseType, openingMode, type Wanted } from '../rules.ts'
import { askForFree, beginCheckout, isSignedOut, wordsOf } from './calls.ts'
import { type Intent, saveIntent } from './intent.ts'
import { useOffer } from './use-offer.ts'
import { keepFormat } from './wanted-format.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export type Acquired = { download_url: string; mailed_to?: string; from_plan?: boolean }
export type AcquireAsset = { id: string; title: string; is_currently_free: boolean }

/** What the dialog asks for, and what pressing Continue does. Everything here is gone when the dialog closes. */
export function useAcquire(asset: AcquireAsset, user: PageUser | null, wanted: Wanted) {
  const navigate = useNavigate()
  const pricing = useOffer(asset.id, user)
  const { plan, held } = pricing
  const isSubscribed = plan !== undefined
  const [chosenMode, setMode] = useState<AcquireMode>()
  const mode = chosenMode ?? openingMode({ is_free: asset.is_currently_free, is_subscribed: isSubscribed })
  const [license, setLicense] = useState<LicenseType>(wanted.license)
  const [planId, setPlanId] = useState<PlanId>()
  const [coupon, setCoupon] = useState('')
  const [email, setEmail] = useState(user?.email ?? '')
  const [optsIn, setOptsIn] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [acquired, setAcquired] = useState<Acquired>()

  const isReady = {
    single: isSubscribed || pricing.single[license] !== undefined,
    subscription: isSubscribed || planId !== undefined,
    free: EMAIL.test(email.trim())
  }
  /** What Continue would buy is held already: it is downloaded. */
  const isHeld = held.some((one) =>
    mode === 'single' ? !one.from_plan && one.license_type === license : mode === 'subscription' && one.from_plan
  )
  const canContinue = !busy && (isHeld || (agreed && isReady[mode]))
  /** Continue takes a download of the plan, and no money. */
  const byPlan = isSubscribed && (mode === 'subscription' || (mode === 'single' && !isHeld && isInPlan(license) && isLeft(plan)))

  async function buy(): Promise<void> {
    if (user?.role !== 'client') return setError('Licenses are bought with a client account.')
    const license_type = mode === 'subscription' ? 'subscription' : license
    const answer = await beginCheckout({ asset_id: asset.id, license_type, coupon, via_subscription: byPlan })
    if (answer.download_url) return deliver({ download_url: answer.download_url, from_plan: byPlan })
    if (!answer.checkout_url) return setError('Something went wrong.')
    await navigate(answer.checkout_url)
  }

  async function subscribe(plan_id: PlanId): Promise<void> {
    if (user?.role !== 'client') return setError('Plans are for client accounts.')
    const page = paymentPageOf(plan_id, await beginSubscription({ plan_id, coupon }))
    if (!page) return setError(NO_PAYMENT_PAGE)
    await navigate(page)
  }

  async function pay(): Promise<void> {
    keepFormat(asset.id, wanted.format)
    if (!user) return signIn()
    return mode === 'subscription' && !isSubscribed && planId ? subscribe(planId) : buy()
  }

  async function signIn(): Promise<void> {
    saveIntent(intentOf())
    await navigate('/login?next=/resume-checkout')
  }

  const intentOf = (): Intent =>
    mode === 'subscription' && planId ? { type: 'subscription', planId } : { type: 'single', assetId: asset.id, licenseType: license }

  async function getFree(): Promise<void> {
    const { download_url } = await askForFree({ asset_id: asset.id, email: email.trim(), marketing_opt_in: optsIn })
    if (!download_url) return setError('No download URL returned.')
    deliver({ download_url, mailed_to: email.trim() })
  }

  /** The address answers with a file to keep, so the page stays. */
  function deliver(got: Acquired): void {
    setAcquired(got)
    location.assign(got.download_url)
  }

  async function proceed(): Promise<void> {
    if (!canContinue) return
    setBusy(true)
    setError(undefined)
    try {
      await (mode === 'free' ? getFree() : pay())
    } catch (caught) {
      if (mode !== 'free' && isSignedOut(caught)) return await signIn()
      setError(wordsOf(caught))
    } finally {
      setBusy(false)
    }
  }

  const choose = (next: AcquireMode) => {
    setError(undefined)
    setMode(next)
  }
  const form = { license, setLicense, planId, setPlanId, coupon, setCoupon, email, setEmail, optsIn, setOptsIn, agreed, setAgreed }
  return { ...form, format: wanted.format, mode, choose, pricing, plan, held, isHeld, byPlan, busy, error, acquired, canContinue, proceed }
}

/** With none left, a single licence is bought. */
const isLeft = ({ downloads_used, downloads_limit }: MySubscription): boolean => downloads_used < downloads_limit

export type Acquire = ReturnType<typeof useAcquire>
