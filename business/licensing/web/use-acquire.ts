import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import type { Pricing } from '../contract.ts'
import { type AcquireMode, type LicenseType, openingMode, type Wanted } from '../rules.ts'
import { askForFree, beginCheckout, isSignedOut, loadPricing, wordsOf } from './calls.ts'
import { saveIntent } from './intent.ts'
import { keepFormat } from './wanted-format.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export type Acquired = { download_url: string; mailed_to?: string }
export type AcquireAsset = { id: string; title: string; is_currently_free: boolean }

type Opening = { isSubscribed: boolean; wanted: Wanted }

/** What the dialog asks for, and what pressing Continue does. Everything here is gone when the dialog closes. */
export function useAcquire(asset: AcquireAsset, user: PageUser | null, { isSubscribed, wanted }: Opening) {
  const navigate = useNavigate()
  const [mode, setMode] = useState<AcquireMode>(openingMode({ is_free: asset.is_currently_free, is_subscribed: isSubscribed }))
  const [license, setLicense] = useState<LicenseType>(wanted.license)
  const [coupon, setCoupon] = useState('')
  const [email, setEmail] = useState(user?.email ?? '')
  const [optsIn, setOptsIn] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [acquired, setAcquired] = useState<Acquired>()
  const pricing = usePricing(asset.id)

  const isReady = { single: isSubscribed || pricing.single[license] !== undefined, subscription: false, free: EMAIL.test(email.trim()) }
  const canContinue = agreed && !busy && isReady[mode]

  async function buy(): Promise<void> {
    keepFormat(asset.id, wanted.format)
    if (!user) return signIn()
    if (user.role !== 'client') return setError('Licenses are bought with a client account.')
    const answer = await beginCheckout({ asset_id: asset.id, license_type: license, coupon, via_subscription: isSubscribed })
    if (answer.download_url) return deliver({ download_url: answer.download_url })
    if (!answer.checkout_url) return setError('Something went wrong.')
    await navigate(answer.checkout_url)
  }

  async function signIn(): Promise<void> {
    saveIntent({ type: 'single', assetId: asset.id, licenseType: license })
    await navigate('/login?next=/resume-checkout')
  }

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
      await (mode === 'free' ? getFree() : buy())
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
  const form = { license, setLicense, coupon, setCoupon, email, setEmail, optsIn, setOptsIn, agreed, setAgreed }
  return { ...form, format: wanted.format, mode, choose, pricing, busy, error, acquired, canContinue, proceed }
}

export type Acquire = ReturnType<typeof useAcquire>

type Loaded = {
  state: 'loading' | 'loaded' | 'failed'
  single: Pricing['prices']['single']
  plans: Pricing['prices']['subscription_plans']
  retry: () => void
}

const LOADING: Omit<Loaded, 'retry'> = { state: 'loading', single: {}, plans: [] }

function usePricing(asset_id: string): Loaded {
  const [pricing, setPricing] = useState<Omit<Loaded, 'retry'>>(LOADING)
  const load = useCallback(
    () =>
      loadPricing(asset_id).then(
        ({ prices }) => setPricing({ state: 'loaded', single: prices.single, plans: prices.subscription_plans }),
        () => setPricing({ ...LOADING, state: 'failed' })
      ),
    [asset_id]
  )
  useEffect(() => void load(), [load])
  const retry = () => {
    setPricing(LOADING)
    void load()
  }
  return { ...pricing, retry }
}
