import { chromium } from '@playwright/test'
import lighthouse, { type Flags } from 'lighthouse'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { findBrowser } from '#tests/support/browser/browser.ts'
import { visitOften } from './warm-up.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = 3

/** Scores of 100, and what a first visit costs on Lighthouse's slow phone: a fast 3G network, and a quarter of this machine's speed. Sizes are as sent. */
export type FirstVisit = {
  name: string
  scores: number[]
  lcp_ms: number
  cls: number
  blocking_ms: number
  script_kb: number
  style_kb: number
  total_kb: number
  /** What keeps a score below 100. */
  failed: string[]
}

export type VisitedPage = { name: string; url: string }

/** Visits each page several times with an empty cache, and returns the run with the median LCP: a busy machine only makes a page slower. */
export async function measureFirstVisits(pages: readonly VisitedPage[]): Promise<FirstVisit[]> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No Chromium to measure with: install one, or set CHROMIUM_PATH to it.')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking']
  })
  try {
    const visits: FirstVisit[] = []
    for (const page of pages) {
      const runs: FirstVisit[] = []
      for (let run = 0; run < RUNS; run += 1) {
        await visitOften(page.url)
        runs.push(await measureOne(page, port))
      }
      visits.push(runs.sort((one, other) => one.lcp_ms - other.lcp_ms)[Math.floor(RUNS / 2)]!)
    }
    return visits
  } finally {
    await browser.close()
  }
}

async function measureOne({ name, url }: VisitedPage, port: number): Promise<FirstVisit> {
  const flags: Flags = { port, onlyCategories: [...CATEGORIES], logLevel: 'silent', output: 'json' }
  const lhr = (await lighthouse(url, flags))?.lhr
  if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message ?? 'Lighthouse returned nothing'}`)
  const figure = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN
  const sent = sizesIn(lhr.audits['network-requests']?.details)
  return {
    name,
    scores: CATEGORIES.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    lcp_ms: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    blocking_ms: figure('total-blocking-time'),
    script_kb: sent('Script'),
    style_kb: sent('Stylesheet'),
    total_kb: sent(),
    failed: CATEGORIES.flatMap((category) =>
      (lhr.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => id)
    )
  }
}

type Request = { resourceType?: string; transferSize?: number }

function sizesIn(details: unknown): (type?: string) => number {
  const items = (details as { items?: Request[] } | undefined)?.items ?? []
  return (type) =>
    items.filter(({ resourceType }) => !type || resourceType === type).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024
}

export const firstVisitReport = (visits: readonly FirstVisit[]): string => `## First visit, on Lighthouse's slow phone
| page | performance, accessibility, best practices, SEO | LCP s | CLS | blocked ms | scripts KB | styles KB | all KB |
|---|---|---:|---:|---:|---:|---:|---:|
${visits.map(({ name, scores, ...figures }) => `| ${name} | ${scores.join(' / ')} | ${cellsOf(figures).join(' | ')} |`).join('\n')}
`

const cellsOf = ({ lcp_ms, cls, blocking_ms, script_kb, style_kb, total_kb }: Omit<FirstVisit, 'name' | 'scores'>): string[] => [
  (lcp_ms / 1000).toFixed(2),
  cls.toFixed(3),
  ...[blocking_ms, script_kb, style_kb, total_kb].map((value) => String(Math.round(value)))
]
