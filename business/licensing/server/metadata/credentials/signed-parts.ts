import { createHash } from 'node:crypto'
import { CONTENT_TYPES, type FileFormat } from '#catalogue/rules.ts'
import type { LicenseMetadata } from '../metadata.ts'
import { type Part, type Source, sizeOf, streamParts } from '../parts.ts'
import { withMetadata } from '../write.ts'
import { beginManifest, type Section } from './manifest.ts'
import type { SigningIdentity } from './signing-identity.ts'

/** A signature needs the hash of the whole file before its first byte is sent. */
export const SIGNED_BYTES_MAX = 25 * 1024 * 1024
const SIGNED_FORMATS: readonly FileFormat[] = ['png', 'jpg', 'webp', 'svg', 'pdf']

/**
 * Splits a file into parts with the metadata inserted, and signed Content Credentials that cover the metadata too. Reads the file once more
 * than it is sent, in pieces. Larger files have the metadata only.
 */
export async function withCredentials(
  source: Source,
  format: FileFormat,
  metadata: LicenseMetadata,
  identity: SigningIdentity
): Promise<Part[]> {
  if (!SIGNED_FORMATS.includes(format) || source.bytes > SIGNED_BYTES_MAX) return withMetadata(source, format, metadata)
  const { title, source_type, licensor } = metadata
  const manifest = beginManifest(identity, { mime: CONTENT_TYPES[format], title, source_type, generator: licensor })
  const parts = await withMetadata(source, format, metadata, manifest.length)
  const section = sectionOf(parts)
  if (!section) return parts
  const signed = await manifest.sign(section, await hashWithout(source, parts, section))
  return parts.map((part) => ('bytes' in part && part.hole ? { bytes: part.hole.fill(signed) } : part))
}

/** Returns where the manifest will be. Undefined for a file without a place for it, such as an SVG whose root was not found. */
function sectionOf(parts: readonly Part[]): Section | undefined {
  const place = parts.findIndex((part) => 'bytes' in part && part.hole)
  const part = parts[place]
  if (!part || !('bytes' in part) || !part.hole) return undefined
  return { start: sizeOf(parts.slice(0, place)) + part.hole.from, length: part.hole.length }
}

async function hashWithout(source: Source, parts: readonly Part[], { start, length }: Section): Promise<Buffer> {
  const hash = createHash('sha256')
  for (const range of [
    { start: 0, end: start - 1 },
    { start: start + length, end: sizeOf(parts) - 1 }
  ])
    for await (const chunk of streamParts(source, parts, range)) hash.update(chunk)
  return hash.digest()
}
