import type { AssetDetail } from '#catalogue/contract.ts'
import { UNTITLED } from '#catalogue/rules.ts'
import type { Site } from '#platform/web/site.ts'

const WIDTH = 640
const HEIGHT_MAX = 2 * WIDTH

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeMarkup = (text: string): string => text.replace(/\s+/g, ' ').replace(/[&<>"']/g, (mark) => ENTITIES[mark]!)

type Embedded = Pick<AssetDetail, 'id' | 'title' | 'employee_name' | 'artist_id' | 'shared_picture' | 'credit'>

/** Returns the markup that shows an asset on another site, with its attribution and without a script. Undefined for an asset without a picture. */
export function embedMarkup(asset: Embedded, { public_url, brand_name }: Pick<Site, 'public_url' | 'brand_name'>): string | undefined {
  const size = sizeOf(asset)
  if (!size) return undefined
  const page = `${public_url}/assets/${asset.id}`
  const title = asset.title || UNTITLED
  const alt = escapeMarkup(`${title} by ${asset.employee_name}`)
  const artist = asset.artist_id ? link(`${public_url}/artists/${asset.artist_id}`, asset.employee_name) : escapeMarkup(asset.employee_name)
  return [
    '<figure>',
    `  <a href="${page}"><img src="${public_url}/embeds/${asset.id}.webp" alt="${alt}" width="${size.width}" height="${size.height}" loading="lazy"></a>`,
    `  <figcaption>${link(page, title)} by ${artist} on ${link(`${public_url}/`, brand_name)}${creditOf(asset)}</figcaption>`,
    '</figure>'
  ].join('\n')
}

const link = (href: string, text: string): string => `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`

/** What the license of open-licensed artwork asks for. */
function creditOf({ credit }: Embedded): string {
  if (!credit || credit.asks === 'nothing') return ''
  const author = credit.author_name ? `, made by ${escapeMarkup(credit.author_name)}` : ''
  const { license_title, license_url } = credit
  const isWeb = license_url !== null && /^https?:/.test(license_url)
  return license_title ? `${author}, ${isWeb ? link(license_url, license_title) : escapeMarkup(license_title)}` : author
}

function sizeOf({ shared_picture }: Embedded): { width: number; height: number } | undefined {
  const { width, height } = shared_picture ?? {}
  if (!width || !height) return undefined
  const scale = Math.min(1, WIDTH / width, HEIGHT_MAX / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
