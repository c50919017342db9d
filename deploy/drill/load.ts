import type { Plan } from '../reference/plan.ts'
import { openVisitor } from './visitor.ts'

const PER_SECOND = 200
const VISITORS = 40
const SEARCHES = ['fox', 'rocket', 'blue', 'golden star', 'house', 'logo', 'music', 'cloud']

export type Load = { asked(): number; failed(): number; reasons(): Map<string, number>; stop(): Promise<void> }
type Listed = { id: string; files: { preview_urls: Record<string, string> | null }[] }

/** What visitors look at: of ten addresses, two are the home page, one a category, two assets, one a search, and four previews. */
async function addressesOf(plan: Plan): Promise<(() => string)[]> {
  const assets: Listed[] = JSON.parse((await openVisitor(plan, 0)('/api/assets?page_size=50')).body.toString())
  const previews = assets.flatMap(({ files }) => files.flatMap(({ preview_urls }) => preview_urls?.['320'] ?? []))
  const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
  const [home, category] = [() => '/', () => `/?category=${one(['icon', 'logo', 'vector'])}`]
  const [asset, preview] = [() => `/assets/${one(assets).id}`, () => one(previews)]
  const search = () => `/?search=${encodeURIComponent(one(SEARCHES))}`
  return [home, home, category, asset, asset, search, preview, preview, preview, preview]
}

/** Sends 200 requests a second, whether or not the ones before were answered. An error, a timeout, and 5xx are failures; so is 429. */
export async function startLoad(plan: Plan): Promise<Load> {
  const addresses = await addressesOf(plan)
  const visitors = Array.from({ length: VISITORS }, (_, number) => openVisitor(plan, number))
  const open = new Set<Promise<void>>()
  const reasons = new Map<string, number>()
  let [asked, failed] = [0, 0]
  const fail = (reason: string) => {
    failed += 1
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const ask = async (number: number) => {
    asked += 1
    const path = addresses[number % addresses.length]!()
    try {
      const { status } = await visitors[Math.floor(number / addresses.length) % VISITORS]!(path)
      if (status >= 400) fail(`${status} ${path.split(/[?/]/)[1] || 'home'}`)
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }
  const started = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (const due = ((performance.now() - started) / 1000) * PER_SECOND; sent < due; sent += 1) {
      const one = ask(sent).finally(() => open.delete(one))
      open.add(one)
    }
  }, 10)
  return {
    asked: () => asked,
    failed: () => failed,
    reasons: () => new Map(reasons),
    stop: async () => {
      clearInterval(timer)
      await Promise.all(open)
    }
  }
}
