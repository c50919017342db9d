import type { LicenseMetadata } from './metadata.ts'
import { rdf } from './xmp.ts'

/** Matches the root element's opening tag and everything that may come before it. */
const ROOT =
  /^(?:\s|\ufeff|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)*<svg(?:\s(?:[^"'>]|"[^"]*"|'[^']*')*)?>/i

/** Returns the position after the root element's opening tag, in characters, where the metadata belongs. Undefined if there is no root. */
export function afterRootTag(svg: string): number | undefined {
  const [opening] = ROOT.exec(svg) ?? []
  return opening === undefined || opening.endsWith('/>') ? undefined : opening.length
}

export const svgMetadata = (metadata: LicenseMetadata): string => `<metadata>${rdf(metadata)}</metadata>`
