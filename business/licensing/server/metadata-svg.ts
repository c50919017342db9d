import type { Facts } from './metadata.ts'
import { rdf } from './metadata-xmp.ts'

/** What may stand before the root element, and its opening tag. */
const ROOT =
  /^(?:\s|\ufeff|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)*<svg(?:\s(?:[^"'>]|"[^"]*"|'[^']*')*)?>/i

/** Where an SVG's metadata belongs: first in its root element. Counted in characters; nothing where no root is found. */
export function afterRootTag(svg: string): number | undefined {
  const [opening] = ROOT.exec(svg) ?? []
  return opening === undefined || opening.endsWith('/>') ? undefined : opening.length
}

export const svgMetadata = (facts: Facts): string => `<metadata>${rdf(facts)}</metadata>`
