import { useCallback, useEffect, useState } from 'react'
import type { PageUser } from '#platform/web/page.ts'
import type { MySubscription } from '#subscriptions/contract.ts'
import { loadMyPlan } from '#subscriptions/web/index.ts'
import type { License, Pricing } from '../contract.ts'
import { loadHeld, loadPricing } from './calls.ts'

export type Offer = {
  state: 'loading' | 'loaded' | 'failed'
  single: Pricing['prices']['single']
  plans: Pricing['prices']['subscription_plans']
  /** The active plan that one owns or sits on, if it gives downloads. */
  plan: MySubscription | undefined
  /** Licences of the asset that one may download now, one's own and the plan's. */
  held: readonly License[]
  retry: () => void
}

type Loaded = Omit<Offer, 'retry' | 'plan' | 'held'>

const LOADING: Loaded = { state: 'loading', single: {}, plans: [] }

/** What an asset costs, and the plan of whoever is signed in, shown together, so that nothing jumps. Without a session neither plan nor licences are asked for; what cannot be read is none. */
export function useOffer(asset_id: string, user: PageUser | null): Offer {
  const [pricing, setPricing] = useState<Loaded>(LOADING)
  const [mine, setMine] = useState<Pick<Offer, 'plan' | 'held'> | undefined>(
    user?.role === 'client' ? undefined : { plan: undefined, held: [] }
  )
  const load = useCallback(
    () =>
      loadPricing(asset_id).then(
        ({ prices }) => setPricing({ state: 'loaded', single: prices.single, plans: prices.subscription_plans }),
        () => setPricing({ ...LOADING, state: 'failed' })
      ),
    [asset_id]
  )
  useEffect(() => void load(), [load])
  const isKnown = mine !== undefined
  useEffect(() => {
    if (isKnown) return
    void Promise.all([loadMyPlan(), loadHeld(asset_id).catch(() => [])]).then(([plan, held]) =>
      setMine({ plan: plan?.is_active && plan.downloads_limit > 0 ? plan : undefined, held })
    )
  }, [isKnown, asset_id])
  const retry = () => {
    setPricing(LOADING)
    void load()
  }
  return { ...(isKnown ? pricing : LOADING), plan: mine?.plan, held: mine?.held ?? [], retry }
}
