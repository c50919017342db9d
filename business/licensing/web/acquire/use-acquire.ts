import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import type { MySubscription } from '#subscriptions/contract.ts'
import type { PlanId } from '#subscriptions/rules.ts'
import { beginSubscription, NO_PAYMENT_PAGE, paymentPageOf } from '#subscriptions/web/index.ts'
import type { Pricing } from '../../contract.ts'
import { type AcquireMode, isInPlan, type LicenseType, openingMode, type Wanted } from '../../rules.ts'
import { isSignedOut, linkRecolored, messageOf, requestFree, startCheckout } from '../calls.ts'
import { type Intent, saveIntent } from './intent.ts'
import { type Offer, useOffer } from './use-offer.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** `file_format` is the delivered format: the chosen one, or another if that is not available. */
export type Acquired = { download_url: string; file_format?: string | undefined; mailed_to?: string; from_plan?: boolean }
export type AcquireAsset = { id: string; title: string; is_currently_free: boolean }
export type Acquiring = { asset: AcquireAsset; user: PageUser | null; wanted: Wanted; prices?: Pricing['prices'] | undefined }

/** The state of the acquire dialog and the action of Continue. Closing the dialog discards the state. */
export function useAcquire({ asset, user, wanted, prices }: Acquiring) {
  const navigate = useNavigate()
  const offer = useOffer(asset.id, user, prices)
  const form = useAcquireForm(user, wanted)
  const [acquired, setAcquired] = useState<Acquired>()
  const status = statusOf(offer, form, asset)
  const { mode, byPlan, isSubscribed, canContinue } = status
  const { license, planId, coupon, setError } = form

  async function buy(): Promise<void> {
    if (user?.role !== 'client') return setError('Licenses are bought with a client account.')
    const license_type = byPlan ? 'subscription' : license
    const answer = await startCheckout({ asset_id: asset.id, license_type, format: wanted.format, coupon, via_subscription: isSubscribed })
    if (answer.download_url) {
      const recolored = await recoloredOf(answer.license_id, wanted)
      return deliver({ download_url: recolored ?? answer.download_url, file_format: answer.file_format, from_plan: byPlan })
    }
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
    if (!user) return signIn()
    return mode === 'subscription' && !isSubscribed && planId ? subscribe(planId) : buy()
  }

  async function signIn(): Promise<void> {
    saveIntent(intentOf())
    await navigate('/login?next=/resume-checkout')
  }

  const intentOf = (): Intent =>
    mode === 'subscription' && planId
      ? { type: 'subscription', planId, coupon }
      : { type: 'single', assetId: asset.id, licenseType: license, format: wanted.format, coupon }

  async function getFree(): Promise<void> {
    const mailed_to = form.email.trim()
    const { download_url } = await requestFree({
      asset_id: asset.id,
      email: mailed_to,
      marketing_opt_in: form.optsIn,
      ...(wanted.colors && { colors: wanted.colors })
    })
    if (!download_url) return setError('No download URL returned.')
    deliver({ download_url, mailed_to })
  }

  /** The address responds with an attachment, so the page stays open. */
  function deliver(download: Acquired): void {
    setAcquired(download)
    location.assign(download.download_url)
  }

  async function proceed(): Promise<void> {
    if (!canContinue) return
    form.setBusy(true)
    setError(undefined)
    try {
      await (mode === 'free' ? getFree() : pay())
    } catch (caught) {
      if (mode !== 'free' && isSignedOut(caught)) return await signIn()
      setError(messageOf(caught))
    } finally {
      form.setBusy(false)
    }
  }

  return { ...form, ...status, ...offer, asset_id: asset.id, format: wanted.format, acquired, proceed }
}

/** Returns the link to the file in the chosen colors, if the visitor chose some. */
const recoloredOf = async (license_id: string | undefined, { colors, format }: Wanted): Promise<string | undefined> =>
  colors && license_id ? linkRecolored(license_id, format, colors) : undefined

function useAcquireForm(user: PageUser | null, wanted: Wanted) {
  const [chosenMode, setMode] = useState<AcquireMode>()
  const [license, setLicense] = useState<LicenseType>(wanted.license)
  const [planId, setPlanId] = useState<PlanId>()
  const [coupon, setCoupon] = useState('')
  const [email, setEmail] = useState(user?.email ?? '')
  const [optsIn, setOptsIn] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const choose = (mode: AcquireMode) => {
    setError(undefined)
    setMode(mode)
  }
  const choices = { chosenMode, choose, license, setLicense, planId, setPlanId, coupon, setCoupon }
  return { ...choices, email, setEmail, optsIn, setOptsIn, agreed, setAgreed, busy, setBusy, error, setError }
}

type Form = ReturnType<typeof useAcquireForm>

function statusOf({ single, plan, owned }: Offer, form: Form, { is_currently_free }: AcquireAsset) {
  const { chosenMode, license, planId, email, agreed, busy } = form
  const isSubscribed = plan !== undefined
  const mode = chosenMode ?? openingMode({ is_free: is_currently_free, is_subscribed: isSubscribed })
  const isReady = {
    single: isSubscribed || single[license] !== undefined,
    subscription: isSubscribed || planId !== undefined,
    free: EMAIL.test(email.trim())
  }
  /** The client already owns the license, so Continue only downloads it. */
  const isOwned = owned.some((one) =>
    mode === 'single' ? !one.from_plan && one.license_type === license : mode === 'subscription' && one.from_plan
  )
  /** Continue uses one of the plan's downloads and charges nothing. With none left, a single license is bought. */
  const byPlan =
    plan !== undefined && (mode === 'subscription' || (mode === 'single' && !isOwned && isInPlan(license) && hasDownloads(plan)))
  return { mode, isSubscribed, isOwned, byPlan, canContinue: !busy && agreed && (isOwned || isReady[mode]) }
}

const hasDownloads = ({ downloads_used, downloads_limit }: MySubscription): boolean => downloads_used < downloads_limit

export type Acquire = ReturnType<typeof useAcquire>
