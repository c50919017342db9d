import { createHash } from 'node:crypto'
import { CONTENT_TYPES, type FileFormat } from '#catalogue/rules.ts'
import { type Ctx, refuse } from '#platform/server/index.ts'
import { checkLink } from '#platform/server/links.ts'
import { no } from '../contract.ts'
import {
  DRAWING_SIZE,
  downloadOptions,
  FREE_SIZE,
  longestTo,
  type MadeFormat,
  masterOf,
  mayDownload,
  type Size,
  scaledTo,
  uploadedAs
} from '../rules.ts'
import { requireLinked } from './access.service.ts'
import { requireFile } from './downloads.service.ts'
import { fileNameOf } from './file-name.ts'
import { type Credit, type Facts, factsOfFree, factsOfLicense } from './metadata.ts'
import { sizeOf, streamParts } from './metadata-parts.ts'
import { withFacts } from './metadata-write.ts'
import type { OriginalFile } from './queries.ts'
import * as queries from './queries.ts'
import { type Kept, keptFile, type Recipe } from './recipes.service.ts'
import type { Sendable } from './send-file.ts'

/** So many files are made for one licence in a day; what is kept already is not counted. */
const MADE_PER_LICENSE = { most: 200, seconds: 86_400 }

export function requireLink({ ports, now }: Ctx, address: string): URLSearchParams {
  const found = checkLink(ports.settings.session_secret, address, now)
  if (found === 'altered') throw refuse(no, 'link_altered')
  if (found === 'expired') throw refuse(no, 'link_expired')
  return new URL(address, 'http://easel.invalid').searchParams
}

/** Revoking a licence kills its links at once: it is looked at for each call. */
export async function openLicensed(ctx: Ctx, license_id: string, address: string): Promise<Sendable> {
  const query = requireLink(ctx, address)
  const license = await requireLinked(ctx, license_id, query.get('user'))
  if (!mayDownload(license)) throw refuse(no, 'license_not_active')
  const files = await queries.findReadyFilesOf(ctx.db, [license.asset_id])
  // As it was when the licence was given, as on its certificate.
  const frozen = { title: license.asset_title, creator: license.artist_name }
  const credit = { ...(await requireCredit(ctx, license.asset_id)), ...frozen }
  const format = query.get('format') as MadeFormat | 'svg' | null
  if (!format) return asUploaded(ctx, credit.title, requireFile(files, query.get('file_id')))
  const width = query.has('width') ? Number(query.get('width')) : undefined
  const limit = { key: `licensing.made.${license.id}`, ...MADE_PER_LICENSE }
  const stored = format === 'svg' ? requireDrawing(files) : await keptFile(ctx, recipeFor(files, format, width), limit)
  const facts = factsOfLicense(ctx.ports.settings, credit, license)
  return handOut(ctx, stored, { filename: fileNameOf(credit.title, format, width), format, facts })
}

/** The free licence's PNG has its size, whatever the master's is. */
export async function openFree(ctx: Ctx, request_id: string, address: string): Promise<Sendable> {
  requireLink(ctx, address)
  const request = await queries.findFreeRequest(ctx.db, request_id)
  if (!request) throw refuse(no, 'file_not_found')
  const master = requireMaster(await queries.findReadyFilesOf(ctx.db, [request.asset_id]))
  const credit = await requireCredit(ctx, request.asset_id)
  const limit = { key: `licensing.made.${request.asset_id}`, ...MADE_PER_LICENSE }
  const recipe: Recipe = { master, format: 'png', ...longestTo(ownSize(master), FREE_SIZE), is_copy: false }
  const facts = factsOfFree(ctx.ports.settings, credit, request.id)
  return handOut(ctx, await keptFile(ctx, recipe, limit), { filename: fileNameOf(credit.title, 'png'), format: 'png', facts })
}

async function requireCredit({ db }: Ctx, asset_id: string): Promise<Credit> {
  const credit = await queries.findCredit(db, asset_id)
  if (!credit) throw refuse(no, 'asset_not_found')
  return credit
}

/** What was uploaded in the format comes in its own size as it is; everything else is made from the master. */
function recipeFor(files: readonly OriginalFile[], format: MadeFormat, width: number | undefined): Recipe {
  const uploaded = uploadedAs(files, format)
  if (uploaded && (!width || (width === uploaded.width && uploaded === masterOf(files))))
    return { master: uploaded, format, ...ownSize(uploaded), is_copy: true }
  const master = requireMaster(files)
  const own = ownSize(master)
  const own_width = downloadOptions(files).find((option) => option.format === format)?.own_width
  const drawn = width || own_width ? scaledTo(own, width ?? own_width!) : longestTo(own, DRAWING_SIZE)
  return { master, format, ...drawn, is_copy: false }
}

function requireMaster(files: readonly OriginalFile[]): OriginalFile {
  const master = masterOf(files)
  if (!master) throw refuse(no, 'file_not_found')
  return master
}

function requireDrawing(files: readonly OriginalFile[]): Kept {
  const drawing = uploadedAs(files, 'svg')
  if (!drawing) throw refuse(no, 'file_not_found')
  return drawing
}

/** Every file that others are made from was measured when it was processed. */
const ownSize = ({ width, height }: OriginalFile): Size => ({ width: width ?? DRAWING_SIZE, height: height ?? DRAWING_SIZE })

function asUploaded({ ports }: Ctx, title: string, { id, format, content_type, key, bytes }: OriginalFile): Sendable {
  return {
    filename: fileNameOf(title, format),
    content_type,
    size: bytes,
    version: id,
    open: (range) => ports.files.stream(key, range)
  }
}

type Handed = { filename: string; format: FileFormat; facts: Facts }

/** A kept file with the facts of this licence. */
async function handOut({ ports: { files } }: Ctx, stored: Kept, { filename, format, facts }: Handed): Promise<Sendable> {
  const parts = await withFacts(files, stored, format, facts)
  return {
    filename,
    content_type: CONTENT_TYPES[format],
    size: sizeOf(parts),
    version: createHash('sha256')
      .update(`${stored.key} ${JSON.stringify(facts)}`)
      .digest('hex')
      .slice(0, 32),
    open: async (range) => streamParts(files, stored.key, parts, range)
  }
}
