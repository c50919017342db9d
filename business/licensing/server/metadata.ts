import type { LicenseType } from '../rules.ts'

/** What a file that was handed out says about itself, to people and programs. */
export type Facts = {
  title: string
  creator: string
  /** The copyright notice. */
  rights: string
  /** What is allowed, in a sentence. */
  terms: string
  terms_url: string
  asset_url: string
  /** The number on the receipt, or of the free request. */
  license_id: string
  /** Who gave the licence. */
  licensor: string
  licensor_url: string
}

export type Credit = {
  asset_id: string
  title: string
  creator: string
  /** Of open-licensed artwork. */
  licence_title: string | null
  licence_url: string | null
}
type Site = { public_url: string; brand_name: string }

export function factsOfLicense(site: Site, credit: Credit, license: { license_type: LicenseType; certificate_number: string }): Facts {
  const { license_type, certificate_number } = license
  const kind = `${license_type.charAt(0).toUpperCase()}${license_type.slice(1)}`
  return {
    ...common(site, credit),
    terms: `${kind} license ${certificate_number} from ${site.brand_name}.`,
    terms_url: `${site.public_url}/license-terms`,
    license_id: certificate_number
  }
}

export function factsOfFree(site: Site, credit: Credit, request_id: string): Facts {
  return {
    ...common(site, credit),
    terms: `Free license from ${site.brand_name}: non-commercial use, attribution required.`,
    terms_url: `${site.public_url}/free-license`,
    license_id: `FREE-${request_id}`
  }
}

function common({ public_url, brand_name }: Site, { asset_id, title, creator, licence_title, licence_url }: Credit) {
  const original = licence_title && `Artwork under ${licence_title}${licence_url ? ` (${licence_url})` : ''}.`
  return {
    title: plainText(title),
    creator: plainText(creator),
    rights: plainText(`© ${creator}.${original ? ` ${original}` : ''}`),
    asset_url: `${public_url}/assets/${asset_id}`,
    licensor: plainText(brand_name),
    licensor_url: public_url
  }
}

/** One line, without what XML and file formats do not take: control characters and halves of characters. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
