import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { initSync, WasmReader } from '@contentauth/c2pa-wasm'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509CertificateGenerator
} from '@peculiar/x509'
import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset'
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf'
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Origin } from '#catalogue/origin.rules.ts'
import { CONTENT_TYPES } from '#catalogue/rules.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { hasPrograms } from '#tests/support/programs.ts'
import { SIGNED_BYTES_MAX } from '../../../rules.ts'
import { render } from '../../renditions/render-tasks.ts'
import { inStore } from '../../renditions/rendition-store.service.ts'
import { type LicenseMetadata, licenseMetadata } from '../metadata.ts'
import { type Source, sizeOf, streamParts } from '../parts.ts'
import { stripMetadata } from '../strip.ts'
import { withCredentials } from './signed-parts.ts'
import { developmentIdentity, identityFrom, type SigningIdentity } from './signing-identity.ts'

/** The reference implementation, which shares no code with the one that signs. */
const { resolve } = createRequire(import.meta.url)
initSync({ module: readFileSync(resolve('@contentauth/c2pa-wasm/c2pa.wasm')) })
const SETTINGS = JSON.stringify({ verify: { remote_manifest_fetch: false, verify_trust: false } })

const folder = mkdtempSync(join(tmpdir(), 'easel-credentials-'))
const files = openFiles(join(folder, 'files'))
let identity: SigningIdentity
beforeAll(async () => {
  identity = await developmentIdentity('a secret of this installation')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DRAWN = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><circle cx="20" cy="15" r="9" fill="#00b4d8"/></svg>'
)
const FORMATS = ['png', 'jpg', 'webp', 'pdf', 'svg'] as const
type Format = (typeof FORMATS)[number]

const metadataOf = (origin: Origin, title = 'Blue fox „1“'): LicenseMetadata =>
  licenseMetadata(
    { public_url: 'https://easel.test', brand_name: 'Easel' },
    { asset_id: 'a1', title, creator: 'Ada Lovelace', license_title: null, license_url: null, origin },
    { license_type: 'commercial', certificate_number: 'LIC-7K4M' }
  )

const plain = async (format: Format): Promise<Buffer> =>
  format === 'svg' ? DRAWN : stripMetadata(format, await render(DRAWN, true, { format, width: 200, height: 150 }))

async function signed(
  format: Format,
  origin: Origin = 'ai_assisted',
  { by = identity, bytes }: { by?: SigningIdentity; bytes?: Buffer } = {}
) {
  const source = bytes ?? (await plain(format))
  const key = `plain/${randomUUID()}`
  await files.put(key, source, 'application/octet-stream')
  const stored = inStore(files, { key, bytes: source.length })
  const parts = await withCredentials(stored, format, metadataOf(origin), { identity: by, version: key })
  return buffer(streamParts(stored, parts, { start: 0, end: sizeOf(parts) - 1 }))
}

type Report = {
  active_manifest: string
  validation_state: string
  validation_results: { activeManifest: { failure: { code: string }[]; success: { code: string }[] } }
  manifests: Record<string, { title: string; assertions: { label: string; data: { actions: object[] } }[]; signature_info: object }>
}

async function readWithReference(format: Format, bytes: Buffer): Promise<Report> {
  const reader = await WasmReader.fromBytes(CONTENT_TYPES[format], bytes, SETTINGS)
  return JSON.parse(reader.json())
}

describe.each(FORMATS)('%s', (format) => {
  test('another implementation finds the signature and the binding to the file valid', async () => {
    const report = await readWithReference(format, await signed(format))
    expect(report.validation_results.activeManifest.failure).toEqual([])
    const codes = report.validation_results.activeManifest.success.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['claimSignature.validated', 'assertion.dataHash.match']))
    expect(report.validation_state).toBe('Valid')
    const { title, assertions } = report.manifests[report.active_manifest]!
    expect(title).toBe('Blue fox „1“')
    expect(assertions.flatMap(({ data }) => data.actions)).toMatchObject([
      {
        action: 'c2pa.created',
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
      }
    ])
  })

  test('a file of an unknown origin is signed too, without a type', async () => {
    const report = await readWithReference(format, await signed(format, 'unknown'))
    expect(report.validation_state).toBe('Valid')
    expect(report.manifests[report.active_manifest]!.assertions.flatMap(({ data }) => data.actions)).toEqual([{ action: 'c2pa.created' }])
  })

  test('the license information is signed: a changed license number is noticed', async () => {
    const bytes = await signed(format)
    const at = bytes.indexOf('LIC-7K4M')
    expect(at).toBeGreaterThan(0)
    const changed = Buffer.concat([bytes.subarray(0, at), Buffer.from('LIC-0000'), bytes.subarray(at + 8)])
    const report = await readWithReference(format, changed)
    expect(report.validation_state).toBe('Invalid')
    expect(report.validation_results.activeManifest.failure.map(({ code }) => code)).toContain('assertion.dataHash.mismatch')
  })

  test('the same file has the same bytes each time, and in every process', async () => {
    const other = await developmentIdentity('a secret of this installation')
    expect((await signed(format, 'human')).equals(await signed(format, 'human', { by: other }))).toBe(true)
    const stranger = await developmentIdentity('another secret')
    expect((await signed(format, 'human')).equals(await signed(format, 'human', { by: stranger }))).toBe(false)
  })

  test.skipIf(!hasPrograms('exiftool'))('exiftool reads the license and the origin, without a warning', async () => {
    const path = join(folder, `${randomUUID()}.${format}`)
    await writeFile(path, await signed(format))
    // With a box inside an SVG, exiftool's validation takes every list of the XMP for wrongly enclosed.
    const validation = format === 'svg' ? [] : ['-validate']
    const { stdout } = await promisify(execFile)('exiftool', ['-json', '-G1', '-a', ...validation, '-warning', '-all', path])
    const [found] = JSON.parse(stdout)
    expect(found).toMatchObject({
      'XMP-dc:Identifier': 'LIC-7K4M',
      'XMP-iptcExt:DigitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
    })
    expect(Object.entries(found).filter(([name]) => name.endsWith('Warning'))).toEqual([])
  })
})

test.each(['png', 'jpg', 'webp', 'svg'] as const)('the picture in a signed %s is unchanged', async (format) => {
  const pixels = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer()
  expect((await pixels(await signed(format))).equals(await pixels(await plain(format)))).toBe(true)
})

test.each(['png', 'jpg'] as const)('the signed %s is valid for the library that signs as well', async (format) => {
  const bytes = new Uint8Array(await signed(format))
  const asset = format === 'png' ? new PNG(bytes) : new JPEG(bytes)
  const jumbf = asset.getManifestJUMBF()
  const result = await ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(jumbf!))).validate(asset)
  const codes = result.statusEntries.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['claimSignature.validated', 'assertion.dataHash.match']))
})

test.each(['png', 'jpg'] as const)('credentials of others in an uploaded %s make room for ours', async (format) => {
  const theirs = await signed(format, 'ai_generated', { by: await developmentIdentity('theirs') })
  const report = await readWithReference(format, await signed(format, 'human', { bytes: stripMetadata(format, theirs) }))
  expect([report.validation_state, Object.keys(report.manifests)]).toEqual(['Valid', [report.active_manifest]])
})

test('a file of more than 25 MB has the license information alone', async () => {
  const bytes = Buffer.concat([await plain('svg'), Buffer.alloc(SIGNED_BYTES_MAX, ' ')])
  const delivered = (await signed('svg', 'human', { bytes })).toString('latin1')
  expect(delivered).toContain('LIC-7K4M')
  expect(delivered).not.toContain('c2pa')
})

test('a file that is asked for in parts is hashed once, also by calls at the same time, and again after a failure', async () => {
  const bytes = Buffer.concat([await plain('svg'), Buffer.alloc(4 * 1024 * 1024, ' ')])
  let read = 0
  let isAway = true
  const source: Source = {
    bytes: bytes.length,
    stream: async ({ start, end }) => {
      const wanted = bytes.subarray(start, end + 1)
      if (isAway && wanted.length > 1024 * 1024) throw new Error('The file store is away.')
      read += wanted.length
      return Readable.from([wanted])
    }
  }
  const ask = () => withCredentials(source, 'svg', metadataOf('human'), { identity, version: 'asked for in parts' })
  await expect(ask()).rejects.toThrow('away')
  isAway = false
  read = 0
  const answers = await Promise.all([ask(), ask(), ask()])
  for (let part = 0; part < 5; part += 1) answers.push(await ask())
  expect(read).toBeGreaterThan(bytes.length)
  expect(read).toBeLessThan(2 * bytes.length)
  const [first, ...others] = await Promise.all(
    answers.map((parts) => buffer(streamParts(source, parts, { start: 0, end: sizeOf(parts) - 1 })))
  )
  expect(others.every((other) => other.equals(first!))).toBe(true)
  expect((await readWithReference('svg', first!)).validation_state).toBe('Valid')
})

test('a certificate of our own signs', async () => {
  const own = identityFrom(await ownCertificate())
  const report = await readWithReference('png', await signed('png', 'human', { by: own }))
  expect([report.validation_state, report.validation_results.activeManifest.failure]).toEqual(['Valid', []])
  expect(report.manifests[report.active_manifest]!.signature_info).toMatchObject({ issuer: 'A shop' })
})

test('a certificate that belongs to another key is refused', async () => {
  const development = await developmentIdentity('their secret')
  const { certificate, chainCertificates } = development.signer
  const certificates = [certificate, ...chainCertificates].map((one) => one.toString('pem')).join('\n')
  const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  expect(() => identityFrom({ certificates, key: other })).toThrow('belongs to another key')
  expect(() => identityFrom({ certificates: '', key: other })).toThrow('no certificate')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  expect(() => identityFrom({ certificates, key: rsa })).toThrow('not an Ed25519 key')
  expect(createHash('sha256').update(Buffer.from(certificate.rawData)).digest('base64url')).toBe(development.fingerprint)
})

/** A certificate with its Ed25519 key, and the one above it, as an installation gets them from its authority. */
async function ownCertificate() {
  const ed25519 = { name: 'Ed25519' }
  const keys = () => crypto.subtle.generateKey(ed25519, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
  const [authority, shop] = await Promise.all([keys(), keys()])
  const [issuer, subject] = ['CN=An authority', 'O=A shop, CN=A shop']
  const common = { issuer, signingAlgorithm: ed25519, signingKey: authority.privateKey, notAfter: new Date('2056-01-01T00:00:00Z') }
  const above = await X509CertificateGenerator.create({
    ...common,
    subject: issuer,
    publicKey: authority.publicKey,
    extensions: [new BasicConstraintsExtension(true, 0, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)]
  })
  const own = await X509CertificateGenerator.create({
    ...common,
    subject,
    publicKey: shop.publicKey,
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.4'], false),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey)
    ]
  })
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', shop.privateKey), 'PRIVATE KEY')
  return { certificates: [own, above].map((one) => one.toString('pem')).join('\n'), key }
}
