import { createHash } from 'node:crypto'
import { type FileFormat, MARKED_FROM, type PictureSource, PREVIEW_WIDTHS, type PreviewWidth } from '../rules.ts'

/** Raised whenever previews are drawn differently: addresses change with it, so that no cache shows the old ones. */
const DRAWING = 3

export const PREVIEW_TYPES = { webp: 'image/webp', avif: 'image/avif' } as const
export type PreviewType = keyof typeof PREVIEW_TYPES

/** One preview of a file: a width, with or without the watermark. */
export type Variant = { width: PreviewWidth; marked: boolean }
export type TypedVariant = Variant & { type: PreviewType }

export const VARIANTS: readonly Variant[] = PREVIEW_WIDTHS.flatMap((width) =>
  width < MARKED_FROM
    ? [{ width, marked: false }]
    : [
        { width, marked: false },
        { width, marked: true }
      ]
)

/** Formats that previews are drawn from as they are. */
export const DRAWABLE: readonly FileFormat[] = ['svg', 'png', 'jpg', 'webp']

/** Changes with the original's bytes and with the way previews are drawn. */
const versionOf = (sha256: string): string => createHash('sha256').update(`${DRAWING}:${sha256}`).digest('hex').slice(0, 16)

/** '640.webp' or '640-marked.avif', below the file and its version. */
const nameOf = ({ width, marked, type }: TypedVariant): string => `${width}${marked ? '-marked' : ''}.${type}`

const inBothTypes = (variant: Variant): TypedVariant[] => [
  { ...variant, type: 'webp' },
  { ...variant, type: 'avif' }
]

const TYPED = new Map(VARIANTS.flatMap(inBothTypes).map((variant) => [nameOf(variant), variant]))

export const variantNamed = (name: string): TypedVariant | undefined => TYPED.get(name)

type Drawn = { id: string; sha256: string }

/** Where a preview lies in the file store; folders of at most 256 keep big catalogues quick. */
export const previewKey = ({ id, sha256 }: Drawn, variant: TypedVariant): string =>
  `previews/${id.slice(0, 2)}/${id}/${versionOf(sha256)}/${nameOf(variant)}`

/** Everything that may lie in the store of a file's previews. */
export const previewKeys = (file: Drawn): string[] => [...TYPED.values()].map((variant) => previewKey(file, variant))

const previewPath = ({ id, sha256 }: Drawn, variant: TypedVariant): string => `/previews/${id}/${versionOf(sha256)}/${nameOf(variant)}`

export const isVersionOf = (sha256: string, version: string): boolean => versionOf(sha256) === version

/** The addresses to show: marked ones from 640 px up unless the asset is free. */
export function previewUrlsOf(file: Drawn & { picture: PictureSource }, free: boolean): Record<PreviewWidth, string> | null {
  if (file.picture === 'none') return null
  const at = (width: PreviewWidth) => shownPath(file, { width, type: 'webp' }, free)
  return { 320: at(320), 640: at(640), 1200: at(1200) }
}

/** The same for those widths that are kept as AVIF too. */
export const avifUrlsOf = (file: Drawn & { avif: readonly number[] }, free: boolean): Partial<Record<PreviewWidth, string>> =>
  Object.fromEntries(
    PREVIEW_WIDTHS.filter((width) => file.avif.includes(width)).map((width) => [width, shownPath(file, { width, type: 'avif' }, free)])
  )

/** The widest with the watermark, whatever is free now: this address holds as long as the asset is on sale. */
export const markedPathOf = (file: Drawn): string => previewPath(file, { width: 1200, marked: true, type: 'webp' })

const shownPath = (file: Drawn, { width, type }: Omit<TypedVariant, 'marked'>, free: boolean): string =>
  previewPath(file, { width, type, marked: !free && width >= MARKED_FROM })

export const originalKey = (file_id: string, format: FileFormat): string => `originals/${file_id.slice(0, 2)}/${file_id}.${format}`

/** Where the picture of the first page of a PDF or EPS lies. */
export const pageKey = ({ id }: { id: string }): string => `pages/${id.slice(0, 2)}/${id}.png`

type Pictured = { id: string; format: FileFormat; original_key: string; picture: PictureSource }

/** Where the bytes lie that previews are drawn from, and of which kind they are. */
export const pictureOf = ({ picture, format, original_key, id }: Pictured): { key: string; format: FileFormat } =>
  picture === 'drawn' ? { key: pageKey({ id }), format: 'png' } : { key: original_key, format }
