import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { CONTENT_TYPES, type FileFormat } from '#catalogue/rules.ts'
import { SIGNED_BYTES_MAX } from '../../../rules.ts'
import type { LicenseMetadata } from '../metadata.ts'
import { type Part, type Source, sizeOf, streamParts } from '../parts.ts'
import { withMetadata } from '../write.ts'
import type { Section } from './manifest.ts'
import type { SigningIdentity } from './signing-identity.ts'

/** Manifests that are kept, of a few KB each: a download in many ranges is hashed once, and so are equal downloads at the same time. */
const KEPT = 500
const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT })
/** Hashing reads whole files, so two at a time leave the file store and the processor to others. */
const hashing = pLimit(2)
const SIGNED_FORMATS: readonly FileFormat[] = ['png', 'jpg', 'webp', 'svg', 'pdf']

/**
 * Splits a file into parts with the metadata inserted, and signed Content Credentials that cover the metadata too. Reads the file once more
 * than it is sent, in pieces. Larger files have the metadata only. `version` identifies the bytes that are delivered.
 */
export async function withCredentials(
  source: Source,
  format: FileFormat,
  metadata: LicenseMetadata,
  { identity, version }: { identity: SigningIdentity; version: string }
): Promise<Part[]> {
  if (!SIGNED_FORMATS.includes(format) || source.bytes > SIGNED_BYTES_MAX) return withMetadata(source, format, metadata)
  const { title, source_type, licensor, is_recolored = false } = metadata
  const { beginManifest } = await import('./manifest.ts')
  const manifest = beginManifest(identity, { mime: CONTENT_TYPES[format], title, source_type, generator: licensor, is_recolored })
  const parts = await withMetadata(source, format, metadata, manifest.length)
  const section = sectionOf(parts)
  if (!section) return parts
  const signed = await signedOnce(version, async () => manifest.sign(section, await hashWithout(source, parts, section)))
  return parts.map((part) => ('bytes' in part && part.hole ? { bytes: part.hole.fill(signed) } : part))
}

/** Equal calls wait for one. One that failed is not kept: its file store may be back at the next. */
function signedOnce(version: string, sign: () => Promise<Buffer>): Promise<Buffer> {
  const known = kept.get(version)
  if (known) return known
  const signed = hashing(sign).catch((error: unknown) => {
    kept.delete(version)
    throw error
  })
  kept.set(version, signed)
  return signed
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
