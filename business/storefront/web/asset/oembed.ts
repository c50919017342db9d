import { type AssetDetail, getAsset } from '#catalogue/contract.ts'
import { previewSources, UNTITLED } from '#catalogue/rules.ts'
import { apiContext } from '#platform/web/page.ts'
import { type Site, siteOf } from '#platform/web/site.ts'
import type { Route } from './+types/oembed.ts'

const ASSET = /^\/assets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/
/** Seconds for which a consumer may keep the answer. */
const CACHE_AGE = 3600
/** Browsers ask again, so that a withheld asset is gone at once. */
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }

/** Serves /oembed (https://oembed.com): what other sites show for a link to an asset on sale. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams
  const site = siteOf(context)
  if ((asked.get('format') ?? 'json') !== 'json') return refused(501, 'format_not_implemented', 'Only JSON is available.')
  const max = { width: sizeIn(asked, 'maxwidth'), height: sizeIn(asked, 'maxheight') }
  if (!max.width || !max.height) return refused(400, 'malformed', 'The maximum sizes must be whole numbers.')
  const id = assetIn(asked.get('url') ?? '', site)
  const asset = id === undefined ? undefined : await context.get(apiContext)(getAsset, { params: { id } }).catch(notAvailable)
  const answer = asset && photoOf(asset, site, { width: max.width, height: max.height })
  return answer ? Response.json(answer, { headers: HEADERS }) : refused(404, 'not_found', 'There is nothing to show for this address.')
}

const refused = (status: number, code: string, error: string) => Response.json({ error, code }, { status, headers: HEADERS })

/** Anything else, such as a database that is away, is answered as it is for every page. */
function notAvailable(error: unknown): undefined {
  const { status } = (error as { init?: { status?: number } | null }).init ?? {}
  if (status !== 404 && status !== 410) throw error
}

/** Returns Infinity without such a parameter, and undefined for a wrong one. */
function sizeIn(asked: URLSearchParams, name: string): number | undefined {
  const typed = asked.get(name)
  if (typed === null) return Number.POSITIVE_INFINITY
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : undefined
}

/** Returns the id in an address of one of our asset pages. */
function assetIn(url: string, { public_url }: Site): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  return origin === new URL(public_url).origin ? ASSET.exec(pathname)?.[1] : undefined
}

type Size = { width: number; height: number }

function photoOf(asset: AssetDetail, { public_url, brand_name }: Site, max: Size) {
  const { shared_picture: shared, status, withheld_at } = asset
  if (status !== 'approved' || withheld_at || !shared?.width || !shared.height) return undefined
  const large = { url: shared.url, width: shared.width, height: shared.height }
  const [url = shared.url] = previewSources(asset, SMALL)
  const small = { url, ...within(large, { width: SMALL, height: 2 * SMALL }) }
  const picture = large.width <= max.width && large.height <= max.height ? large : { url, ...within(small, max) }
  return {
    version: '1.0',
    type: 'photo',
    title: asset.title || UNTITLED,
    author_name: asset.employee_name,
    ...(asset.artist_id && { author_url: `${public_url}/artists/${asset.artist_id}` }),
    provider_name: brand_name,
    provider_url: `${public_url}/`,
    cache_age: CACHE_AGE,
    url: public_url + picture.url,
    width: picture.width,
    height: picture.height,
    thumbnail_url: public_url + small.url,
    thumbnail_width: small.width,
    thumbnail_height: small.height
  }
}

/** The width of the smallest preview, which has no watermark. */
const SMALL = 320

function within({ width, height }: Size, max: Size): Size {
  const scale = Math.min(1, max.width / width, max.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
