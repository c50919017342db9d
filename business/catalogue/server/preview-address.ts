import { createHash } from 'node:crypto'
import { type FileFormat, MARKED_FROM, PREVIEW_WIDTHS, type PreviewWidth } from '../rules.ts'

/** Raised whenever previews are drawn differently: addresses change with it, so that no cache shows the old ones. */
const DRAWING = 3

/** One preview of a file: a width, with or without the watermark. */
export type Variant = { width: PreviewWidth; marked: boolean }

export const VARIANTS: readonly Variant[] = PREVIEW_WIDTHS.flatMap((width) =>
  width < MARKED_FROM
    ? [{ width, marked: false }]
    : [
        { width, marked: false },
        { width, marked: true }
      ]
)

/** Formats that previews are drawn from. */
export const DRAWABLE: readonly FileFormat[] = ['svg', 'png', 'jpg', 'webp']

/** Changes with the original's bytes and with the way previews are drawn. */
const versionOf = (sha256: string): string => createHash('sha256').update(`${DRAWING}:${sha256}`).digest('hex').slice(0, 16)

/** '640.webp' or '640-marked.webp', below the file and its version. */
const nameOf = ({ width, marked }: Variant): string => `${width}${marked ? '-marked' : ''}.webp`

export const variantNamed = (name: string): Variant | undefined => VARIANTS.find((variant) => nameOf(variant) === name)

type Drawn = { id: string; sha256: string }

/** Where a preview lies in the file store; folders of at most 256 keep big catalogues quick. */
export const previewKey = ({ id, sha256 }: Drawn, variant: Variant): string =>
  `previews/${id.slice(0, 2)}/${id}/${versionOf(sha256)}/${nameOf(variant)}`

const previewPath = ({ id, sha256 }: Drawn, variant: Variant): string => `/previews/${id}/${versionOf(sha256)}/${nameOf(variant)}`

export const isVersionOf = (sha256: string, version: string): boolean => versionOf(sha256) === version

/** The addresses to show: marked ones from 640 px up unless the asset is free. */
export function previewUrlsOf(file: Drawn & { format: FileFormat }, free: boolean): Record<PreviewWidth, string> | null {
  if (!DRAWABLE.includes(file.format)) return null
  const at = (width: PreviewWidth) => previewPath(file, { width, marked: !free && width >= MARKED_FROM })
  return { 320: at(320), 640: at(640), 1200: at(1200) }
}

export const originalKey = (file_id: string, format: FileFormat): string => `originals/${file_id.slice(0, 2)}/${file_id}.${format}`
