import { createHash } from 'node:crypto'
import { CONTENT_TYPES, type FileFormat } from '#catalogue/rules.ts'
import { requireAssetOnSale } from '#catalogue/server/index.ts'
import { checkLink } from '#platform/server/http/links.ts'
import { type Ctx, createOpenLimit, type FileToSend, networkOf, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import {
  DRAWING_SIZE,
  downloadOptions,
  FREE_SIZE,
  isRendition,
  longestTo,
  masterOf,
  mayDownload,
  OPEN_DOWNLOADS,
  OPEN_FREE_DOWNLOADS,
  type RenditionFormat,
  type Size,
  scaledTo,
  uploadedAs
} from '../../rules.ts'
import { requireLinked } from '../access.service.ts'
import { agreeByMailedLink } from '../checkout/free.service.ts'
import { withCredentials } from '../metadata/credentials/signed-parts.ts'
import { type Credit, freeMetadata, type LicenseMetadata, licenseMetadata } from '../metadata/metadata.ts'
import { sizeOf, streamParts } from '../metadata/parts.ts'
import type { OriginalFile } from '../queries.ts'
import * as queries from '../queries.ts'
import { inStore, type Rendition } from '../renditions/rendition-store.service.ts'
import { cachedRendition, type RenditionRequest } from '../renditions/renditions.service.ts'
import { requireFile } from './downloads.service.ts'
import { fileNameOf } from './file-name.ts'

/** Maximum renditions per license and day. Cached renditions do not count. */
const RENDITIONS_PER_LICENSE = { most: 200, seconds: 86_400 }

/** Downloads in progress, in one process. Each holds a connection, some memory, and maybe a temporary file. */
const limitOpen = createOpenLimit({
  retry_after: 30,
  message: `You have ${OPEN_DOWNLOADS} downloads open at the same time. Please wait until one of them is complete.`
})
const limitOpenFree = createOpenLimit({
  retry_after: 30,
  message: `Your network has ${OPEN_FREE_DOWNLOADS} free downloads open at the same time. Please wait until one of them is complete.`
})

type Send = (file: FileToSend) => Promise<void>

function requireLink({ ports, now }: Ctx, address: string): URLSearchParams {
  const found = checkLink(ports.settings.session_secret, address, now)
  if (found === 'altered') throw refuse(refusals, 'link_altered')
  if (found === 'expired') throw refuse(refusals, 'link_expired')
  return new URL(address, 'http://easel.invalid').searchParams
}

/** Sends the file behind a signed license link. The license is checked on each call, so revoking it kills its links immediately. */
export async function sendLicensed(ctx: Ctx, license_id: string, address: string, send: Send): Promise<void> {
  const query = requireLink(ctx, address)
  const license = await requireLinked(ctx, license_id, query.get('user'))
  if (!mayDownload(license)) throw refuse(refusals, 'license_not_active')
  const files = await queries.findReadyFilesOf(ctx.db, [license.asset_id])
  const person = query.get('user') ?? license.client_id
  await limitOpen(person, { most: OPEN_DOWNLOADS }, async () => {
    const width = query.has('width') ? Number(query.get('width')) : undefined
    const chosen = {
      format: query.get('format'),
      file_id: query.get('file_id'),
      width,
      person,
      project: query.get('project'),
      colors: query.get('colors')
    }
    const { file, discard } = await openLicensedFile(ctx, license, files, chosen)
    try {
      await send(file)
    } finally {
      await discard?.()
    }
  })
}

export type ChosenFile = { format: string; file_id?: string; width?: number }
type Chosen = {
  format: string | null
  file_id?: string | null
  width?: number | undefined
  person: string
  /** Of the drawing, as requireRecoloring writes them. */
  colors?: string | null | undefined
  /** In front of the file's name. */
  project?: string | null | undefined
}
type Delivered = { file: FileToSend; discard?: (() => Promise<void>) | undefined }

/** Opens a file of a license: in a format, with the license in its metadata, or as it was uploaded. Call `discard` when it is sent. */
export async function openLicensedFile(
  ctx: Ctx,
  license: queries.LicenseRow,
  files: readonly OriginalFile[],
  chosen: Chosen
): Promise<Delivered> {
  const { format, width, person, project } = chosen
  const colors = chosen.colors ?? ''
  // The names at the time of the license, as on its certificate.
  const frozen = { title: license.asset_title, creator: license.artist_name }
  const credit = { ...(await requireCredit(ctx, license.asset_id)), ...frozen }
  if (chosen.file_id || (format !== 'svg' && !(format && isRendition(format))))
    return { file: asUploaded(ctx, { title: credit.title, project }, requireFile(files, chosen.file_id ?? null)) }
  const limit = { key: `licensing.made.${license.id}`, ...RENDITIONS_PER_LICENSE }
  const stored =
    format === 'svg' && !colors
      ? requireDrawing(ctx, files)
      : await cachedRendition(
          ctx,
          colors ? recoloredFor(files, format, { width, colors }) : renditionFor(files, format, width),
          limit,
          person
        )
  const metadata = { ...licenseMetadata(ctx.ports.settings, credit, license), ...(colors && { is_recolored: true }) }
  return withMetadata(ctx, stored, { filename: fileNameOf({ title: credit.title, format, width, project }), format, metadata })
}

/** Sends the PNG of the free license, as long as the asset is on sale. It always has the same size. */
export async function sendFree(ctx: Ctx, request_id: string, address: string, send: Send): Promise<void> {
  const query = requireLink(ctx, address)
  const request = await queries.findFreeRequest(ctx.db, request_id)
  if (!request) throw refuse(refusals, 'file_not_found')
  if (query.has('news')) await agreeByMailedLink(ctx, request.email)
  await requireAssetOnSale(ctx.db, request.asset_id)
  const master = requireMaster(await queries.findReadyFilesOf(ctx.db, [request.asset_id]))
  const credit = await requireCredit(ctx, request.asset_id)
  const colors = query.get('colors') ?? ''
  // One network's choices of colors must not use up what everyone needs for the plain file.
  const whose = colors ? `free.${networkOf(ctx.caller.ip)}` : request.asset_id
  const limit = { key: `licensing.made.${whose}`, ...RENDITIONS_PER_LICENSE }
  const rendition: RenditionRequest = { master, format: 'png', ...longestTo(ownSize(master), FREE_SIZE), is_copy: false, colors }
  const metadata = { ...freeMetadata(ctx.ports.settings, credit, request.id), ...(colors && { is_recolored: true }) }
  await limitOpenFree(networkOf(ctx.caller.ip), { most: OPEN_FREE_DOWNLOADS }, async () => {
    const stored = await cachedRendition(ctx, rendition, limit, request.email)
    const { file, discard } = await withMetadata(ctx, stored, {
      filename: fileNameOf({ title: credit.title, format: 'png' }),
      format: 'png',
      metadata
    })
    try {
      await send(file)
    } finally {
      await discard?.()
    }
  })
}

async function requireCredit({ db }: Ctx, asset_id: string): Promise<Credit> {
  const credit = await queries.findCredit(db, asset_id)
  if (!credit) throw refuse(refusals, 'asset_not_found')
  return credit
}

/** An uploaded file of the format is delivered in its own size. Everything else is rendered from the master. */
function renditionFor(files: readonly OriginalFile[], format: RenditionFormat | 'svg', width: number | undefined): RenditionRequest {
  const uploaded = uploadedAs(files, format)
  if (uploaded && (!width || (width === uploaded.width && uploaded === masterOf(files))))
    return { master: uploaded, format, ...ownSize(uploaded), is_copy: true }
  const master = requireMaster(files)
  const own = ownSize(master)
  const own_width = downloadOptions(files).find((option) => option.format === format)?.own_width
  const wanted = width ?? own_width
  return { master, format, ...(wanted ? scaledTo(own, wanted) : longestTo(own, DRAWING_SIZE)), is_copy: false }
}

/** Always rendered from the drawing, also if there is an uploaded file of the format. */
function recoloredFor(
  files: readonly OriginalFile[],
  format: RenditionFormat | 'svg',
  { width, colors }: { width: number | undefined; colors: string }
) {
  const master = requireMaster(files)
  const own = ownSize(master)
  return { master, format, colors, ...(width ? scaledTo(own, width) : longestTo(own, DRAWING_SIZE)), is_copy: false }
}

function requireMaster(files: readonly OriginalFile[]): OriginalFile {
  const master = masterOf(files)
  if (!master) throw refuse(refusals, 'file_not_found')
  return master
}

function requireDrawing({ ports }: Ctx, files: readonly OriginalFile[]): Rendition {
  const drawing = uploadedAs(files, 'svg')
  if (!drawing) throw refuse(refusals, 'file_not_found')
  return inStore(ports.files, drawing)
}

/** A master always has a size: it was measured when it was processed. */
const ownSize = ({ width, height }: OriginalFile): Size => ({ width: width ?? DRAWING_SIZE, height: height ?? DRAWING_SIZE })

type Named = { title: string; project: string | null | undefined }

/** The version is that of the stored bytes: an SVG that is cleaned again has another key, but the same id. */
function asUploaded({ ports }: Ctx, named: Named, { format, content_type, key, bytes }: OriginalFile): FileToSend {
  return {
    filename: fileNameOf({ ...named, format }),
    content_type,
    size: bytes,
    version: shortHash(key),
    key,
    open: (range) => ports.files.stream(key, range)
  }
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

type Delivery = { filename: string; format: FileFormat; metadata: LicenseMetadata }

/** Adds the metadata of this license and signed Content Credentials to a file. One that is not stored is deleted by `discard`. */
async function withMetadata({ ports }: Ctx, stored: Rendition, { filename, format, metadata }: Delivery): Promise<Delivered> {
  const discard = stored.discard?.bind(stored)
  try {
    const identity = await ports.content_credentials.identity()
    const version = shortHash(`${stored.key} ${JSON.stringify(metadata)} ${identity.fingerprint}`)
    const parts = await withCredentials(stored, format, metadata, { identity, version })
    const size = sizeOf(parts)
    const open: FileToSend['open'] = async (range) => streamParts(stored, parts, range ?? { start: 0, end: size - 1 })
    return { file: { filename, content_type: CONTENT_TYPES[format], size, version, open }, discard }
  } catch (error) {
    await discard?.()
    throw error
  }
}
