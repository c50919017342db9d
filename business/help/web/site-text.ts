import type { Site } from '#platform/web/site.ts'

/** A mail link to support, for texts that `forSite` fills in. */
export const SUPPORT_LINK = '[{support_email}](mailto:{support_email})'

/** Returns a copy of `texts` in which every {brand_name} and {support_email} is replaced. */
export function forSite<Texts>(texts: Texts, { brand_name, support_email }: Site): Texts {
  const fillIn = (text: string) => text.replaceAll('{brand_name}', brand_name).replaceAll('{support_email}', support_email)
  return JSON.parse(JSON.stringify(texts), (_key, value: unknown) => (typeof value === 'string' ? fillIn(value) : value))
}
