import { resolutionOf } from '#catalogue/rules.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { signLink } from '#platform/server/links.ts'
import { type linkLicenseFile, no } from '../contract.ts'
import { type DownloadOption, downloadOptions, formatsFrom, LINK_MINUTES, masterOf, mayDownload, uploadedAs } from '../rules.ts'
import { requireLicense } from './access.service.ts'
import type { OriginalFile } from './queries.ts'
import * as queries from './queries.ts'

type Link = { download_url: string; expires_at: string }

function link({ ports, now }: Ctx, path: string, query: Record<string, string> = {}): Link {
  const expires = new Date(now.getTime() + LINK_MINUTES * 60_000)
  return { download_url: signLink(ports.settings.session_secret, { path, query, expires }), expires_at: expires.toISOString() }
}

export const linkToFree = (ctx: Ctx, request_id: string): Link => link(ctx, `/api/downloads/free/${request_id}`)

type Linked = { id: string; subscription_id: string | null }

/** A link to a plan's licence names who asked for it: it counts while they sit on the plan. */
function linkTo(ctx: Ctx, { id, subscription_id }: Linked, query: Record<string, string>): Link {
  const whose = subscription_id === null ? {} : { user: signedIn(ctx).id }
  return link(ctx, `/api/downloads/licenses/${id}`, { ...query, ...whose })
}

/** To the best of the uploaded files: the one that others are made from, or the first where nothing can be made. */
export function linkToBest(ctx: Ctx, license: Linked, files: readonly OriginalFile[]): Link | undefined {
  const best = masterOf(files) ?? files[0]
  return best && linkTo(ctx, license, { file_id: best.id })
}

/** What a list shows of the files behind a licence. */
export function describeFiles(files: readonly OriginalFile[]) {
  const best = masterOf(files) ?? files[0]
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

export async function linkFile(ctx: Ctx, { params, query }: Received<typeof linkLicenseFile>): Promise<Answer<typeof linkLicenseFile>> {
  const license = await requireLicense(ctx, params.id)
  if (!mayDownload(license)) throw refuse(no, 'license_not_active')
  const files = await queries.findReadyFilesOf(ctx.db, [license.asset_id])
  return linkTo(ctx, license, chooseFile(files, query))
}

/** An uploaded file as it is, or a format in a width. */
function chooseFile(files: readonly OriginalFile[], { file_id, format, width }: Received<typeof linkLicenseFile>['query']) {
  if (files.length === 0) throw refuse(no, 'no_files')
  const master = masterOf(files)
  if (file_id) return { file_id: requireFile(files, file_id).id }
  const wanted = format === 'jpeg' ? 'jpg' : (format ?? (width ? pictureFormat(master) : undefined))
  if (!wanted) return { file_id: (master ?? files[0]!).id }
  const option = downloadOptions(files).find((one) => one.format === wanted)
  if (!option) throw refuse(no, 'format_not_offered')
  const uploaded = uploadedAs(files, wanted)
  if (uploaded && (wanted === 'pdf' || wanted === 'eps')) return { file_id: uploaded.id }
  if (!width || wanted === 'svg') return { format: wanted }
  requireWidth(option, width)
  return { format: wanted, width: String(width) }
}

/** A picture's own width is always offered, however small or large it is. */
function requireWidth({ format, largest_width, own_width }: DownloadOption, width: number): void {
  const widest = Math.max(largest_width ?? 0, own_width ?? 0)
  if (width > widest) throw refuse(no, 'too_wide', { message: `As ${format.toUpperCase()} this picture is at most ${widest} pixels wide.` })
}

const pictureFormat = (master?: OriginalFile): string => (master && master.format !== 'svg' ? master.format : 'png')

export function requireFile(files: readonly OriginalFile[], id: string | null): OriginalFile {
  const found = files.find((file) => file.id === id)
  if (!found) throw refuse(no, 'file_not_found')
  return found
}
