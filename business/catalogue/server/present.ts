import type { AssetFile } from '../contract.ts'
import { type AssetStatus, isShown, resolutionOf } from '../rules.ts'
import type { CardFile, FileRow } from './asset-row.queries.ts'
import { previewUrlsOf } from './previews/preview-address.ts'

/** Converts a file to its API form. Only a ready file has previews. */
export function presentFile(file: CardFile, free: boolean): AssetFile {
  const urls = file.status === 'ready' ? previewUrlsOf(file, free) : null
  return {
    id: file.id,
    format: file.format,
    resolution: resolutionOf(file),
    size_in_kb: sizeInKb(file.bytes),
    file_url: urls?.webp[640] ?? null,
    preview_urls: urls?.webp ?? null,
    avif_urls: urls?.avif ?? {},
    blur: urls && file.blur
  }
}

/** Rounds to whole kilobytes, at least 1. */
export const sizeInKb = (bytes: number): number => Math.max(1, Math.round(bytes / 1024))

/** The files that an asset's page shows. */
export const shownFiles = <File extends CardFile>({ status, files }: { status: AssetStatus; files: readonly File[] }): File[] =>
  files.filter((file) => isShown(status, file))

/** Returns the colors of the first analyzed picture. */
export const pictureColorsOf = (files: readonly FileRow[]): string[] =>
  files.find(({ picture_colors }) => picture_colors.length > 0)?.picture_colors ?? []

export const colorOf = (files: readonly CardFile[]): string | null =>
  files.find(({ dominant_color }) => dominant_color)?.dominant_color ?? null
