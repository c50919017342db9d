import { setTimeout as wait } from 'node:timers/promises'
import { VIEWS_MIN } from '#catalogue/server/previews/avif-demand.ts'
import type { VisitedPage } from './measure.ts'

/** More than a page needs until the shop compresses it as small as possible. */
const VISITS = 40
const COMPRESSED_MS = 1000
const QUIET_MS = 30_000
const LATEST_MS = 300_000
/** As Chromium asks. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'image/avif,image/webp,*/*' }

/**
 * Visits the pages as often as those of a shop in use are, until their first pictures exist as AVIF. The first visit that is measured is a
 * person's, not the shop's.
 */
export async function warmUp(pages: readonly VisitedPage[]): Promise<void> {
  for (const { url } of pages) for (const picture of picturesIn(await visit(url))) await lookAt(new URL(picture, url).href)
  await Promise.all(pages.map(({ url }) => settle(url)))
}

/** Visits a page until it is as small as it becomes, which ends whenever the catalogue changes. */
export async function visitOften(url: string): Promise<void> {
  for (let times = 0; times < VISITS; times += 1) await visit(url)
  await wait(COMPRESSED_MS)
}

const picturesIn = (html: string): Set<string> => new Set([...html.matchAll(/\/previews\/[\w/-]+\.webp/g)].map(([path]) => path))

async function lookAt(picture: string): Promise<void> {
  for (let times = 0; times < VIEWS_MIN; times += 1) await (await fetch(picture, { headers: BROWSER })).arrayBuffer()
}

/** Waits until the page names AVIFs and has not changed for a while. */
async function settle(url: string): Promise<void> {
  const end = Date.now() + LATEST_MS
  let [known, since] = ['', Date.now()]
  while (Date.now() < end) {
    const pictures = [...(await visit(url)).matchAll(/\/previews\/[\w/-]+\.avif/g)].join()
    if (pictures !== known) [known, since] = [pictures, Date.now()]
    if (known !== '' && Date.now() - since > QUIET_MS) return
    await wait(2000)
  }
  throw new Error(`${url} has no AVIFs after ${LATEST_MS / 1000} s.`)
}

async function visit(url: string): Promise<string> {
  const response = await fetch(url, { headers: BROWSER })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return response.text()
}
