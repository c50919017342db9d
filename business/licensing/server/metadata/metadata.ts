import { digitalSourceType, type Origin } from '#catalogue/origin.rules.ts'
import type { LicenseType } from '../../rules.ts'

/** The metadata that is written into a delivered file. */
export type LicenseMetadata = {
  title: string
  creator: string
  /** The copyright notice. */
  rights: string
  /** What is allowed, in a sentence. */
  terms: string
  terms_url: string
  asset_url: string
  /** The certificate number, or the id of the free request. */
  license_id: string
  /** The address of the IPTC Digital Source Type, or null if the origin is unknown. */
  source_type: string | null
  licensor: string
  licensor_url: string
  /** Whether colors of the drawing were replaced for this delivery. */
  is_recolored?: boolean
}

export type Credit = {
  asset_id: string
  title: string
  creator: string
  /** For open-licensed artwork only. */
  license_title: string | null
  license_url: string | null
  origin: Origin
}
type Site = { public_url: string; brand_name: string }

export function licenseMetadata(
  site: Site,
  credit: Credit,
  license: { license_type: LicenseType; certificate_number: string }
): LicenseMetadata {
  const { license_type, certificate_number } = license
  const kind = `${license_type.charAt(0).toUpperCase()}${license_type.slice(1)}`
  return {
    ...common(site, credit),
    terms: `${kind} license ${certificate_number} from ${site.brand_name}.`,
    terms_url: `${site.public_url}/license-terms`,
    license_id: certificate_number
  }
}

export function freeMetadata(site: Site, credit: Credit, request_id: string): LicenseMetadata {
  return {
    ...common(site, credit),
    terms: `Free license from ${site.brand_name}: non-commercial use, attribution required.`,
    terms_url: `${site.public_url}/free-license`,
    license_id: `FREE-${request_id}`
  }
}

function common({ public_url, brand_name }: Site, { asset_id, title, creator, license_title, license_url, origin }: Credit) {
  const original = license_title && `Artwork under ${license_title}${license_url ? ` (${license_url})` : ''}.`
  return {
    title: plainText(title),
    creator: plainText(creator),
    rights: plainText(`© ${creator}.${original ? ` ${original}` : ''}`),
    asset_url: `${public_url}/assets/${asset_id}`,
    source_type: digitalSourceType(origin),
    licensor: plainText(brand_name),
    licensor_url: public_url
  }
}

/** Makes one line of a text, without the control characters and unpaired surrogates that XML and file formats refuse. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
