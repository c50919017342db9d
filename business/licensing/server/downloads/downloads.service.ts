import { writeColorChanges } from '#catalogue/recolor.rules.ts'
import { resolutionOf } from '#catalogue/rules.ts'
import { findPaletteOf, requireChanges } from '#catalogue/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { signLink } from '#platform/server/http/links.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { type linkLicenseFile, refusals } from '../../contract.ts'
import {
  type DownloadOption,
  downloadOptions,
  formatNamed,
  formatsFrom,
  isRendition,
  LINK_MINUTES,
  masterOf,
  mayDownload,
  uploadedAs
} from '../../rules.ts'
import { requireLicense } from '../access.service.ts'
import type { OriginalFile } from '../queries.ts'
import * as queries from '../queries.ts'

type Link = { download_url: string; expires_at: string }

function link({ ports, now }: Ctx, path: string, query: Record<string, string> = {}): Link {
  const expires = new Date(now.getTime() + LINK_MINUTES * 60_000)
  return { download_url: signLink(ports.settings.session_secret, { path, query, expires }), expires_at: expires.toISOString() }
}

/** `news`: opening the link agrees to news. */
export const linkToFree = (ctx: Ctx, request_id: string, query: { news?: '1'; colors?: string } = {}): Link =>
  link(ctx, `/api/downloads/free/${request_id}`, query)

type Linked = { id: string; subscription_id: string | null }

/** Links to a plan's license name the caller: they work as long as the caller is on the plan. */
function linkTo(ctx: Ctx, { id, subscription_id }: Linked, query: Record<string, string>): Link {
  const caller = subscription_id === null ? {} : { user: signedIn(ctx).id }
  return link(ctx, `/api/downloads/licenses/${id}`, { ...query, ...caller })
}

/** The best uploaded file: the one that renditions are made from, or the first if nothing can be rendered. */
export const bestOf = (files: readonly OriginalFile[]): OriginalFile | undefined => masterOf(files) ?? files[0]

export function linkToBest(ctx: Ctx, license: Linked, files: readonly OriginalFile[]): Link | undefined {
  const best = bestOf(files)
  return best && linkTo(ctx, license, { file_id: best.id })
}

/** Links to the format that the client chose, or to the best file if that format is not available. `file_format` is the format of the link. */
export function linkToChosen(ctx: Ctx, license: Linked, files: readonly OriginalFile[], chosen: string | null) {
  const best = bestOf(files)
  if (!best) return undefined
  const format = chosen === null ? undefined : formatNamed(files, chosen)
  const file = format === undefined ? { file_id: best.id } : fileIn(files, format)
  return { download_url: linkTo(ctx, license, file).download_url, file_format: format ?? best.format }
}

/** The files of a license as a list shows them. */
export function describeFiles(files: readonly OriginalFile[]) {
  const best = bestOf(files)
  return {
    file_format: best?.format ?? null,
    formats: formatsFrom(files.map(({ format }) => format)),
    resolution: best ? resolutionOf(best) : null,
    size_in_kb: best ? inKilobytes(best) : null,
    download_options: downloadOptions(files),
    originals: files.map((file) => ({ file_id: file.id, format: file.format, size_in_kb: inKilobytes(file) }))
  }
}

const inKilobytes = ({ bytes }: OriginalFile): number => Math.ceil(bytes / 1024)

/** Returns a signed link to a file of an active license that the caller may use. */
export async function linkFile(ctx: Ctx, { params, query }: Received<typeof linkLicenseFile>): Promise<Answer<typeof linkLicenseFile>> {
  const license = await requireLicense(ctx, params.id)
  if (!mayDownload(license)) throw refuse(refusals, 'license_not_active')
  const files = await queries.findReadyFilesOf(ctx.db, [license.asset_id])
  const { project, colors, ...wanted } = query
  if (colors !== undefined && !query.file_id)
    return linkTo(ctx, license, { ...(await chooseRecolored(ctx, files, { ...wanted, colors })), ...(project && { project }) })
  return linkTo(ctx, license, { ...chooseFile(files, wanted), ...(project && { project }) })
}

type Recolored = { format?: string | undefined; width?: number | undefined; colors: string }

/** Chooses a format in other colors; without one, the drawing itself. PDF is then rendered, also if one was uploaded. */
async function chooseRecolored(ctx: Ctx, files: readonly OriginalFile[], { format, width, colors }: Recolored) {
  const checked = await requireRecoloring(ctx, files, colors)
  if (checked === '') return chooseFile(files, { format, width })
  const offered = format ?? (width ? 'png' : 'svg')
  if (offered !== 'svg' && !isRendition(offered)) throw refuse(refusals, 'format_not_offered')
  if (width && offered !== 'svg') requireWidth(downloadOptions(files), offered, width)
  return { format: offered, colors: checked, ...(width && offered !== 'svg' && { width: String(width) }) }
}

/** Checks that the best file is a drawing with these colors. Returns them as links and keys have them; '' if they change nothing. */
export async function requireRecoloring(ctx: Ctx, files: readonly OriginalFile[], colors: string): Promise<string> {
  const master = masterOf(files)
  const palette = master?.format === 'svg' ? await findPaletteOf(ctx, master.id) : null
  return writeColorChanges(requireChanges(colors, palette))
}

/** Chooses an uploaded file unchanged, or a format in a width. */
function chooseFile(
  files: readonly OriginalFile[],
  { file_id, format, width }: Omit<Received<typeof linkLicenseFile>['query'], 'project' | 'colors'>
) {
  const best = bestOf(files)
  if (!best) throw refuse(refusals, 'no_files')
  if (file_id) return { file_id: requireFile(files, file_id).id }
  const wanted = format ?? (width ? pictureFormat(masterOf(files)) : undefined)
  if (!wanted) return { file_id: best.id }
  const offered = formatNamed(files, wanted)
  if (!offered) throw refuse(refusals, 'format_not_offered')
  const file = fileIn(files, offered)
  if (!width || offered === 'svg' || 'file_id' in file) return file
  requireWidth(downloadOptions(files), offered, width)
  return { format: offered, width: String(width) }
}

/** PDF and EPS are delivered as they were uploaded; other formats get the license's metadata. */
export function fileIn(files: readonly OriginalFile[], format: string): { file_id: string } | { format: string } {
  const uploaded = format === 'pdf' || format === 'eps' ? uploadedAs(files, format) : undefined
  return uploaded ? { file_id: uploaded.id } : { format }
}

/** A picture's own width is always offered, however small or large. */
function requireWidth(options: readonly DownloadOption[], format: string, width: number): void {
  const { largest_width = 0, own_width = 0 } = options.find((option) => option.format === format) ?? {}
  const widest = Math.max(largest_width ?? 0, own_width ?? 0)
  if (width > widest)
    throw refuse(refusals, 'too_wide', { message: `As ${format.toUpperCase()}, this picture is at most ${widest} pixels wide.` })
}

const pictureFormat = (master?: OriginalFile): string => (master && master.format !== 'svg' ? master.format : 'png')

export function requireFile(files: readonly OriginalFile[], id: string | null): OriginalFile {
  const found = files.find((file) => file.id === id)
  if (!found) throw refuse(refusals, 'file_not_found')
  return found
}
