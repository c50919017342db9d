import { useCallback, useEffect, useState } from 'react'
import type { PageUser } from '#platform/web/page.ts'
import type { MySubscription } from '#subscriptions/contract.ts'
import type { License, Pricing } from '../../contract.ts'
import { loadOwned, loadPricing, loadUsablePlan } from '../calls.ts'

type Prices = Pricing['prices']

export type Offer = {
  state: 'loading' | 'loaded' | 'failed'
  single: Prices['single']
  plans: Prices['subscription_plans']
  /** The active plan that the client owns or is a member of, if it includes downloads. */
  plan: MySubscription | undefined
  /** Licenses of the asset that the client can download now: bought ones and those of the plan. */
  owned: readonly License[]
  retry: () => void
}

type Loaded = Pick<Offer, 'state' | 'single' | 'plans'>
type Mine = Pick<Offer, 'plan' | 'owned'>

const LOADING: Loaded = { state: 'loading', single: {}, plans: [] }
const NOTHING: Mine = { plan: undefined, owned: [] }

const loadedFrom = ({ single, subscription_plans }: Prices): Loaded => ({ state: 'loaded', single, plans: subscription_plans })

/**
 * Loads the prices of an asset, unless the page has them already, and the client's plan and licenses. All of it appears together, so that nothing
 * moves. Without a client session, or if a request fails, there is no plan and no license.
 */
export function useOffer(asset_id: string, user: PageUser | null, known?: Prices): Offer {
  const [pricing, setPricing] = useState<Loaded>(() => (known ? loadedFrom(known) : LOADING))
  const load = useCallback(
    () =>
      loadPricing(asset_id).then(
        ({ prices }) => setPricing(loadedFrom(prices)),
        () => setPricing({ ...LOADING, state: 'failed' })
      ),
    [asset_id]
  )
  const needsPrices = known === undefined
  useEffect(() => {
    if (needsPrices) void load()
  }, [needsPrices, load])
  const mine = useMine(asset_id, user)
  const retry = () => {
    setPricing(LOADING)
    void load()
  }
  return { ...(mine ? pricing : LOADING), ...(mine ?? NOTHING), retry }
}

/** Undefined until it is loaded. */
function useMine(asset_id: string, user: PageUser | null): Mine | undefined {
  const [mine, setMine] = useState<Mine | undefined>(user?.role === 'client' ? undefined : NOTHING)
  const isLoaded = mine !== undefined
  useEffect(() => {
    if (isLoaded) return
    void Promise.all([loadUsablePlan(), loadOwned(asset_id).catch(() => [])]).then(([plan, owned]) => setMine({ plan, owned }))
  }, [isLoaded, asset_id])
  return mine
}
