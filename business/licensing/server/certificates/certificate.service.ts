import { buffer } from 'node:stream/consumers'
import type { Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn, spend } from '#platform/server/index.ts'
import { type downloadCertificate, refusals } from '../../contract.ts'
import { hasCertificate, masterOf, scaledTo } from '../../rules.ts'
import { requireLicense } from '../access.service.ts'
import * as queries from '../queries.ts'
import { cachedRendition } from '../renditions/renditions.service.ts'
import { signDocument } from './certificate-file.ts'
import { keepSigningKey } from './certificate-keys.service.ts'
import { certificatePayload } from './certificate-payload.ts'

const PICTURE_WIDTH = 640
/** Maximum pictures rendered per certificate and day. They are cached. */
const PICTURES = { most: 10, seconds: 86_400 }

/** For one person. Drawing and signing a certificate blocks the process for as long as a few pages. */
const CERTIFICATES = { most: 120, seconds: 3600 }

/** Returns the signed certificate of a license with the terms at the time of the license. A refunded license has none; one from an ended plan does. */
export async function certificate(
  ctx: Ctx,
  { params, query }: Received<typeof downloadCertificate>
): Promise<{ filename: string; bytes: Buffer }> {
  const license = await requireLicense(ctx, params.id)
  if (!hasCertificate(license)) throw refuse(refusals, 'license_not_active')
  await spend(ctx, { key: `licensing.certificates.${signedIn(ctx).id}`, ...CERTIFICATES })
  const bytes = await writeCertificate(ctx, license, { project: query.project || null, pictures: ctx.actor?.id })
  return { filename: `${license.certificate_number}.pdf`, bytes }
}

type Written = {
  /** The client's own project, which the certificate then names. */
  project: string | null
  /** Whose budget of renderings the picture counts against. */
  pictures: string | undefined
}

/** Draws and signs a certificate. */
export async function writeCertificate(ctx: Ctx, license: queries.LicenseRow, { project, pictures }: Written): Promise<Buffer> {
  const key = await keepSigningKey(ctx)
  const payload = certificatePayload(ctx.ports.settings, license, project)
  // Loaded by the first certificate: the libraries that draw it take 60 MB.
  const { drawCertificate } = await import('./certificate-pdf.ts')
  const document = await drawCertificate(payload, key.public_key.kid, await findPicture(ctx, license, pictures))
  return signDocument(document, payload, key)
}

/** Returns undefined if the picture cannot be rendered: the certificate is valid without it. */
async function findPicture(
  ctx: Ctx,
  { id, asset_id }: { id: string; asset_id: string },
  person: string | undefined
): Promise<Buffer | undefined> {
  const master = masterOf(await queries.findReadyFilesOf(ctx.db, [asset_id]))
  if (!master?.width || !master.height) return undefined
  const size = scaledTo({ width: master.width, height: master.height }, PICTURE_WIDTH)
  const rendition = { master, format: 'png', ...size, is_copy: false } as const
  try {
    const limit = { key: `licensing.certificate.${id}`, ...PICTURES }
    const picture = await cachedRendition(ctx, rendition, limit, person)
    try {
      return await buffer(await picture.stream({ start: 0, end: picture.bytes - 1 }))
    } finally {
      await picture.discard?.()
    }
  } catch (err) {
    ctx.log.error({ err, license_id: id }, 'the picture for a certificate could not be rendered')
    return undefined
  }
}
