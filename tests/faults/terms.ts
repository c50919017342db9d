import { create, edit, end, pause, resume } from '#coupons/server/admin.service.ts'
import { save } from '#invoicing/server/billing/billing.service.ts'
import { set } from '#invoicing/server/tax/tax-rates.service.ts'
import { applyRule } from '#payroll/server/wage-rules.service.ts'
import { toCents } from '#platform/contract/index.ts'
import { type Actor, inTransaction } from '#platform/server/index.ts'
import { lifeOf, live } from './crashes.ts'
import type { Dice } from './dice.ts'
import type { Shop } from './shop.ts'
import { surprise } from './work.ts'

/** The coupons of some schedules, made for them, so that every group of schedules has some to use up. */
export type Terms = {
  licenses: [string, ...string[]]
  plans: [string, ...string[]]
  made: { id: string; percents?: readonly [number, ...number[]] }[]
}

const LICENSES = { applies_to: 'licenses' }
const PLANS = { applies_to: 'plans' }
const MADE = {
  FEW: { ...LICENSES, percent: 33.33, max_uses: 6 },
  EACH: { ...LICENSES, amount: 777, max_uses_per_person: 1 },
  GIFT: { ...LICENSES, percent: 100, max_uses: 5 },
  ICONS: { ...LICENSES, percent: 12.5, category: 'icon', minimum: 1500, max_uses: 8, max_uses_per_person: 2 },
  SOON: { applies_to: 'both', percent: 20, max_uses: 4, plan_payments: 2 },
  FIRST: { ...PLANS, percent: 50, max_uses: 6 },
  ALWAYS: { ...PLANS, amount: 501, plan_payments: 'all', max_uses_per_person: 1 }
} as const
const SOON_MS = 5 * 60_000

type Place = { country: 'US' | 'DE' | 'CA' | 'GB'; state: string | null }
/** Where clients live. The first ones are taxed from the beginning, and the last one never. */
const PLACES: readonly [Place, ...Place[]] = [
  { country: 'US', state: 'CA' },
  { country: 'DE', state: null },
  { country: 'CA', state: 'ON' },
  { country: 'GB', state: null },
  { country: 'US', state: 'NV' }
]
const TAXED = PLACES.slice(0, -1) as [Place, ...Place[]]
const RATES = [0, 50_000, 82_500, 149_750, 190_000, 250_000] as const
const PRICES = [1000, 735, 1299, 1] as const

/** Makes the coupons, and sets rates that hold from now on. */
export async function openTerms(shop: Shop, name: string): Promise<Terms> {
  const ctx = shop.ctx(shop.admin)
  const made: Terms['made'] = []
  for (const [code, terms] of Object.entries(MADE)) {
    const ends_at = code === 'SOON' ? new Date(shop.now().getTime() + SOON_MS).toISOString() : null
    const { id } = await create(ctx, { body: { plan_payments: 1, ...terms, code: `${name}-${code}`, ends_at } } as never)
    made.push({ id, ...('percent' in terms && { percents: terms.applies_to === 'licenses' ? [5, 33.33, 99.99] : [5, 33.33, 50] }) })
  }
  for (const [at, place] of TAXED.entries()) await setRate(shop, place, RATES[at + 1] ?? 0)
  const [of, both] = [(code: keyof typeof MADE) => `${name}-${code}`, `${name}-SOON`]
  return { licenses: [of('FEW'), of('EACH'), of('GIFT'), of('ICONS'), both], plans: [of('FIRST'), of('ALWAYS'), both], made }
}

const today = (shop: Shop): string => new Date(shop.now().getTime() - 24 * 3600_000).toISOString().slice(0, 10)

const setRate = (shop: Shop, place: Place, rate: number) =>
  set(shop.ctx(shop.admin), { body: { ...place, rate, from: today(shop) } } as never)

/** Saves where a client lives. Without it nothing is taxed. */
export const moveTo = (shop: Shop, client: Actor, dice: Dice) => {
  const place = { ...dice.one(PLACES), address_line1: '1 Main Street', address_line2: null, city: 'Town', postal_code: '12345' }
  return save(shop.ctx(client), { ...place, company: dice.chance(0.3) ? 'Acme Inc.' : null, tax_number: null })
}

/** What admins change while people buy: tax rates, prices, and coupons. The process may be killed. */
export async function changeTerms(shop: Shop, { made }: Terms, dice: Dice): Promise<string[]> {
  const ctx = shop.ctx(shop.admin)
  const { id, percents } = dice.one(made as [Terms['made'][number]])
  const params = { id }
  const change = dice.one<() => Promise<unknown>>([
    () => setRate(shop, dice.one(TAXED), dice.one(RATES)),
    () => inTransaction(ctx, (work) => applyRule(work, { category: 'icon', wage: toCents(400), license_price: toCents(dice.one(PRICES)) })),
    () => edit(ctx, { params, body: percents ? { percent: dice.one(percents) } : { amount: toCents(dice.one([1, 499])) } }),
    () => (dice.chance(0.5) ? pause(ctx, id) : resume(ctx, id)),
    () => (dice.chance(0.2) ? end(ctx, id) : resume(ctx, id))
  ])
  return surprise('change of terms', await live(lifeOf(dice), change))
}
