import { Readable } from 'node:stream'
import { resolutionOf } from '#catalogue/rules.ts'
import { findAssets } from '#catalogue/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { checkLink, signLink } from '#platform/server/links.ts'
import { type linkLicenseFile, no } from '../contract.ts'
import { FREE_SIZE, formatsFrom, LINK_MINUTES, MADE_FORMATS, type MadeFormat, masterOf, mayDownload } from '../rules.ts'
import { fileNameOf } from './file-name.ts'
import { CONTENT_TYPES, make, type Wanted } from './making.ts'
import type { OriginalFile } from './queries.ts'
import * as queries from './queries.ts'
import type { Sendable } from './send-file.ts'

/** The longer side of what is made from a drawing when no width is asked for: an icon's own 24 pixels are no high-res PNG. */
const DRAWING_SIZE = 2048

type Link = { download_url: string; expires_at: string }

function link({ ports, now }: Ctx, path: string, query: Record<string, string> = {}): Link {
  const expires = new Date(now.getTime() + LINK_MINUTES * 60_000)
  return { download_url: signLink(ports.settings.session_secret, { path, query, expires }), expires_at: expires.toISOString() }
}

export const linkToFree = (ctx: Ctx, request_id: string): Link => link(ctx, `/api/downloads/free/${request_id}`)

/** To the best of the uploaded files: the one that others are made from, or the first where nothing can be made. */
export function linkToBest(ctx: Ctx, license_id: string, files: readonly OriginalFile[]): Link | undefined {
  const best = masterOf(files) ?? files[0]
  return best && link(ctx, `/api/downloads/licenses/${license_id}`, { file_id: best.id })
}

/** What a list shows of the files behind a licence. */
export function describeFiles(files: readonly OriginalFile[]) {
  const best = masterOf(files) ?? files[0]
  return {
    file_format: best?.format ?? null,
    formats: formatsFrom(files.map(({ format }) => format)),
    resolution: best ? resolutionOf(best) : null,
    size_in_kb: best ? Math.ceil(best.bytes / 1024) : null
  }
}

export async function linkFile(ctx: Ctx, { params, query }: Received<typeof linkLicenseFile>): Promise<Answer<typeof linkLicenseFile>> {
  const license = await queries.findLicense(ctx.db, params.id)
  if (license?.client_id !== signedIn(ctx).id) throw refuse(no, 'license_not_found')
  if (!mayDownload(license)) throw refuse(no, 'license_not_active')
  const files = await queries.findReadyFilesOf(ctx.db, [license.asset_id])
  return link(ctx, `/api/downloads/licenses/${license.id}`, chooseFile(files, query))
}

/** An uploaded file as it is, or one made from the master. */
function chooseFile(files: readonly OriginalFile[], { file_id, format, width }: Received<typeof linkLicenseFile>['query']) {
  if (files.length === 0) throw refuse(no, 'no_files')
  const master = masterOf(files)
  if (file_id) return { file_id: files.find(({ id }) => id === file_id)?.id ?? refuseFile() }
  const wanted = format === 'jpeg' ? 'jpg' : (format ?? (width ? pictureFormat(master) : undefined))
  if (!wanted) return { file_id: (master ?? files[0]!).id }
  if (!formatsFrom(files.map((file) => file.format)).includes(wanted)) throw refuse(no, 'format_not_offered')
  const uploaded = files.find((file) => file.format === wanted)
  if (uploaded && (!width || !isMade(wanted) || !master)) return { file_id: uploaded.id }
  return { format: wanted, ...(width ? { width: String(width) } : {}) }
}

function refuseFile(): never {
  throw refuse(no, 'file_not_found')
}

const isMade = (format: string): format is MadeFormat => (MADE_FORMATS as readonly string[]).includes(format)
const pictureFormat = (master?: OriginalFile): string => (master && master.format !== 'svg' ? master.format : 'png')

export function requireLink({ ports, now }: Ctx, address: string): URLSearchParams {
  const found = checkLink(ports.settings.session_secret, address, now)
  if (found === 'altered') throw refuse(no, 'link_altered')
  if (found === 'expired') throw refuse(no, 'link_expired')
  return new URL(address, 'http://easel.invalid').searchParams
}

/** Revoking a licence kills its links at once: it is looked at for each call. */
export async function openLicensed(ctx: Ctx, license_id: string, address: string): Promise<Sendable> {
  const query = requireLink(ctx, address)
  const license = await queries.findLicense(ctx.db, license_id)
  if (!license) throw refuse(no, 'license_not_found')
  if (!mayDownload(license)) throw refuse(no, 'license_not_active')
  const files = await queries.findReadyFilesOf(ctx.db, [license.asset_id])
  const title = await titleOf(ctx, license.asset_id)
  const format = query.get('format') ?? ''
  if (!isMade(format)) return asUploaded(ctx, title, files.find(({ id }) => id === query.get('file_id')) ?? refuseFile())
  const width = query.has('width') ? Number(query.get('width')) : undefined
  return madeFrom(ctx, masterOf(files) ?? refuseFile(), { title, format, width })
}

export async function openFree(ctx: Ctx, request_id: string, address: string): Promise<Sendable> {
  requireLink(ctx, address)
  const request = await queries.findFreeRequest(ctx.db, request_id)
  if (!request) throw refuse(no, 'file_not_found')
  const files = await queries.findReadyFilesOf(ctx.db, [request.asset_id])
  const title = await titleOf(ctx, request.asset_id)
  return madeFrom(ctx, masterOf(files) ?? refuseFile(), { title, format: 'png', longest: FREE_SIZE })
}

async function titleOf({ db, now }: Ctx, asset_id: string): Promise<string> {
  return (await findAssets(db, now, [asset_id])).get(asset_id)?.title ?? ''
}

function asUploaded({ ports }: Ctx, title: string, { id, format, content_type, key, bytes }: OriginalFile): Sendable {
  return {
    filename: fileNameOf(title, format),
    content_type,
    size: bytes,
    version: id,
    open: (range) => ports.files.stream(key, range)
  }
}

async function madeFrom(ctx: Ctx, master: OriginalFile, { title, ...asked }: Wanted & { title: string }): Promise<Sendable> {
  const isDrawing = master.format === 'svg'
  const wanted = isDrawing && !asked.width && !asked.longest ? { ...asked, longest: DRAWING_SIZE } : asked
  const { format, width, longest } = wanted
  const name = `${master.id}-${width ? `w${width}` : (longest ?? 'own')}.${format}`
  const bytes = await madeBytes(ctx, master, wanted, width ? undefined : `made/${master.id.slice(0, 2)}/${name}`)
  return {
    filename: fileNameOf(title, format, width),
    content_type: CONTENT_TYPES[format],
    size: bytes.length,
    version: name,
    open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)])
  }
}

/** The usual sizes are kept under a key; widths that someone asks for are made each time, so that nobody can fill the store. */
async function madeBytes({ ports: { files } }: Ctx, master: OriginalFile, wanted: Wanted, kept_key: string | undefined): Promise<Buffer> {
  if (kept_key && (await files.size(kept_key)) !== undefined) return files.bytes(kept_key)
  const bytes = await make(await files.bytes(master.key), master.format === 'svg', wanted)
  if (kept_key) await files.put(kept_key, bytes, CONTENT_TYPES[wanted.format])
  return bytes
}
