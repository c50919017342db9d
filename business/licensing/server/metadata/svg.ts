import type { LicenseMetadata } from './metadata.ts'
import { holeFor, type OwnPart } from './parts.ts'
import { rdf } from './xmp.ts'

/** How much of a drawing is searched for its root element, in bytes. */
export const SVG_HEAD = 256 * 1024

/** Matches one thing that may come before the root element. Each is matched alone, so that the time grows with the length only. */
const BEFORE_ROOT = /\s+|\ufeff|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*|\[[^>]*)?>/iy
const ROOT = /<svg(?:\s(?:[^"'>]|"[^"]*"|'[^']*')*)?>/iy

/** Returns the position after the root element's opening tag, in bytes, where the metadata belongs. Undefined if there is no root in the head. */
export function afterRootTag(head: Buffer): number | undefined {
  const svg = head.toString()
  const opening = matchAt(ROOT, svg, rootAt(svg))
  if (opening === undefined || opening.text.endsWith('/>')) return undefined
  const before = Buffer.from(svg.slice(0, opening.end))
  // Text that is not UTF-8 has another length in bytes.
  return before.equals(head.subarray(0, before.length)) ? before.length : undefined
}

function rootAt(svg: string): number {
  let at = 0
  for (let found = matchAt(BEFORE_ROOT, svg, at); found; found = matchAt(BEFORE_ROOT, svg, at)) at = found.end
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): { text: string; end: number } | undefined {
  pattern.lastIndex = at
  const [found] = pattern.exec(text) ?? []
  return found === undefined ? undefined : { text: found, end: at + found.length }
}

const MANIFEST_TAG = ['<c2pa:manifest xmlns:c2pa="http://c2pa.org/manifest">', '</c2pa:manifest>'] as const

/** The license information, and room for a manifest of Content Credentials in base64. */
export function svgMetadata(metadata: LicenseMetadata, manifest_bytes = 0): OwnPart[] {
  const [start, end] = manifest_bytes === 0 ? ['', ''] : MANIFEST_TAG
  return [
    { bytes: Buffer.from(`<metadata>${rdf(metadata)}${start}`) },
    ...holeFor(manifest_bytes, (manifest) => Buffer.from(manifest.toString('base64'))),
    { bytes: Buffer.from(`${end}</metadata>`) }
  ]
}
