import { createHash } from 'node:crypto'
import { ActionAssertion, ClaimVersion, DataHashAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest'
import type { SigningIdentity } from './signing-identity.ts'

export type Signed = {
  mime: string
  title: string
  /** The address of the digital source type; null if the origin is unknown. */
  source_type: string | null
  /** The name of the program that signs. */
  generator: string
  /** Whether its colors were changed after it was created. */
  is_recolored?: boolean
}

/** The section of the file that holds the manifest. */
export type Section = { start: number; length: number }

/** Room for the signature of Ed25519. The length of shorter and longer padding is written in another number of bytes. */
const SIGNATURE_PADDING = 200
const HASH_PADDING = 120

/**
 * Begins a manifest of Content Credentials (C2PA), whose length is known before the hash of the file is. Equal files get equal manifests: a
 * download that is continued must go on with the same bytes.
 */
export function beginManifest({ signer }: SigningIdentity, { mime, title, source_type, generator, is_recolored }: Signed) {
  const store = new ManifestStore()
  // The second version requires a type of what was created.
  const claimVersion = source_type === null ? ClaimVersion.V1 : ClaimVersion.V2
  const manifest = store.createManifest({
    claimVersion,
    assetFormat: mime,
    instanceID: instanceOf(''),
    defaultHashAlgorithm: 'SHA-256',
    signer
  })
  const { claim, signature } = manifest
  if (!claim || !signature) throw new Error('A manifest without a claim cannot be signed.')
  claim.title = title
  claim.claimGeneratorName = generator
  signature.signatureData.paddingLength = SIGNATURE_PADDING
  const actions = new ActionAssertion()
  actions.actions.push({
    action: 'c2pa.created',
    ...(source_type && { digitalSourceType: source_type })
  } as (typeof actions.actions)[number])
  if (is_recolored) actions.actions.push({ action: 'c2pa.color_adjustments' } as (typeof actions.actions)[number])
  manifest.addAssertion(actions)
  const binding = DataHashAssertion.create('SHA-256', HASH_PADDING)
  manifest.addAssertion(binding)
  manifest.label = labelOf(claimVersion, '')
  const length = store.measureSize()

  /** `hash` is the SHA-256 of the file without the section. */
  async function sign(section: Section, hash: Buffer): Promise<Buffer> {
    const id = uuidFrom(hash, JSON.stringify([mime, title, source_type, section]))
    manifest.label = labelOf(claimVersion, id)
    if (claim) claim.instanceID = instanceOf(id)
    binding.exclusions = [section]
    binding.hash = new Uint8Array(hash)
    binding.paddingLength -= store.measureSize() - length
    await manifest.sign(signer)
    const bytes = Buffer.from(store.getBytes())
    if (bytes.length !== length) throw new Error(`A manifest of ${length} bytes became ${bytes.length} bytes long.`)
    return bytes
  }
  return { length, sign }
}

const NO_ID = '00000000-0000-4000-8000-000000000000'
const instanceOf = (id: string): string => `xmp:iid:${id || NO_ID}`
const labelOf = (version: ClaimVersion, id: string): string => `urn:${version === ClaimVersion.V1 ? 'uuid' : 'c2pa'}:${id || NO_ID}`

function uuidFrom(...parts: (Buffer | string)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  const hex = hash.digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
