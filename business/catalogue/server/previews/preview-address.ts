import { hash } from 'node:crypto'
import { type FileFormat, MARKED_FROM, type PictureSource, PREVIEW_WIDTHS, type PreviewWidth } from '../../rules.ts'

/** Increment it whenever previews are drawn differently: their URLs change, so that no cache shows old ones. */
const DRAWING_VERSION = 3

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

/** Formats from which previews are drawn directly. */
export const DRAWABLE: readonly FileFormat[] = ['svg', 'png', 'jpg', 'webp']

/** Changes with the original's bytes and with DRAWING_VERSION. */
const versionOf = (sha256: string): string => hash('sha256', `${DRAWING_VERSION}:${sha256}`).slice(0, 16)

/** Returns a name such as '640.webp' or '640-marked.avif'. */
const nameOf = ({ width, marked, type }: TypedVariant): string => `${width}${marked ? '-marked' : ''}.${type}`

const inBothTypes = (variant: Variant): TypedVariant[] => [
  { ...variant, type: 'webp' },
  { ...variant, type: 'avif' }
]

const TYPED = new Map(VARIANTS.flatMap(inBothTypes).map((variant) => [nameOf(variant), variant]))

export const variantNamed = (name: string): TypedVariant | undefined => TYPED.get(name)

type Drawn = { id: string; sha256: string }

/** Returns the file store key of a preview. At most 256 top-level folders keep large catalogues fast. */
export const previewKey = ({ id, sha256 }: Drawn, variant: TypedVariant): string =>
  `previews/${id.slice(0, 2)}/${id}/${versionOf(sha256)}/${nameOf(variant)}`

/** Returns every key under which a preview of the file may be stored. */
export const previewKeys = (file: Drawn): string[] => [...TYPED.values()].map((variant) => previewKey(file, variant))

const previewFolder = ({ id, sha256 }: Drawn): string => `/previews/${id}/${versionOf(sha256)}`

export const isVersionOf = (sha256: string, version: string): boolean => versionOf(sha256) === version

export type PreviewUrls = { webp: Record<PreviewWidth, string>; avif: Partial<Record<PreviewWidth, string>> }

/** Returns the preview URLs by width, with the watermark from 640 px up unless the asset is free; AVIF for the widths that exist as AVIF. */
export function previewUrlsOf(file: Drawn & { picture: PictureSource; avif: readonly number[] }, free: boolean): PreviewUrls | null {
  if (file.picture === 'none') return null
  const folder = previewFolder(file)
  const at = (width: PreviewWidth, type: PreviewType) => `${folder}/${nameOf({ width, type, marked: !free && width >= MARKED_FROM })}`
  const avif: PreviewUrls['avif'] = {}
  // The widest first: an object that grows from 320 to 1200 gets room for all numbers up to there, 15 KB in each card that is kept.
  for (const width of PREVIEW_WIDTHS.toReversed()) if (file.avif.includes(width)) avif[width] = at(width, 'avif')
  return { webp: { 320: at(320, 'webp'), 640: at(640, 'webp'), 1200: at(1200, 'webp') }, avif }
}

/** Returns the path of the widest preview with the watermark. It is valid as long as the asset is on sale, free or not. */
export const markedPathOf = (file: Drawn): string => `${previewFolder(file)}/${nameOf({ width: 1200, marked: true, type: 'webp' })}`

export const originalKey = (file_id: string, format: FileFormat): string => `originals/${file_id.slice(0, 2)}/${file_id}.${format}`

/** Returns the key of the picture of a PDF's or EPS's first page. */
export const pageKey = ({ id }: { id: string }): string => `pages/${id.slice(0, 2)}/${id}.png`

type Pictured = { id: string; format: FileFormat; original_key: string; picture: PictureSource }

/** Returns the key and the format of the picture from which previews are drawn. */
export const pictureOf = ({ picture, format, original_key, id }: Pictured): { key: string; format: FileFormat } =>
  picture === 'drawn' ? { key: pageKey({ id }), format: 'png' } : { key: original_key, format }
