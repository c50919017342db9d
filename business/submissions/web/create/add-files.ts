import { CATEGORIES, type Category, FILE_FORMATS } from '#catalogue/rules.ts'
import type { Change, DraftFile } from './batch.ts'
import { readEmbedded } from './embedded-words.ts'
import type { SavedDraft } from './saved-drafts.ts'
import { distinct, guessCategory, type Shape, tagsFromTitle, titleFromName } from './suggest-words.ts'

const LAST_CATEGORY = 'last_category'
const PICTURE_PX = 240
/** Decoding a larger file could fill the memory of a phone. */
const PREVIEW_BYTES_MAX = 30 * 1024 * 1024
const MEGABYTE = 1024 * 1024

const formatOf = (name: string): string => {
  const extension = name.split('.').pop()?.toLowerCase() ?? ''
  return extension === 'jpeg' ? 'jpg' : extension
}

/** Returns the reason the server would refuse a file, so that such a file is not uploaded at all. */
export function refusalOf(file: File, max_mb: number): string | undefined {
  const format = formatOf(file.name)
  if (!FILE_FORMATS.some((known) => known === format))
    return 'This kind of file is not accepted. Please choose a JPG, PNG, WEBP, SVG, PDF, or EPS file.'
  if (file.size === 0) return 'This file is empty.'
  return file.size > max_mb * MEGABYTE ? `This file is too large: at most ${max_mb} MB.` : undefined
}

/** Creates a row with its fields as saved before a reload, or suggested ones. `id` becomes the asset's id unless the file joins another asset. */
export async function suggestDraft(file: File, saved?: SavedDraft): Promise<Extract<Change, { is: 'add' }>> {
  const format = formatOf(file.name)
  const sent: DraftFile = { key: crypto.randomUUID(), file, format, state: 'waiting', done: 0, lost: 0 }
  if (saved) return { is: 'add', id: saved.id, name: file.name, words: saved.words, file: sent }
  const embedded = await readEmbedded(file, format)
  const shape = embedded.shape ?? (await shapeOf(file))
  const fromName = titleFromName(file.name)
  const title = embedded.title ?? fromName
  const category = guessCategory(`${fromName} ${title}`, format, { shape, last: readLast() })
  const tags = distinct([...(embedded.tags ?? []), ...tagsFromTitle(title)]).join(', ')
  const words = { title, description: embedded.description ?? '', category, tags, origin: '' as const }
  return { is: 'add', id: crypto.randomUUID(), name: file.name, words, file: sent }
}

async function shapeOf(file: File): Promise<Shape | undefined> {
  const decoded = await decode(file)
  const shape = decoded && { width: decoded.width, height: decoded.height }
  decoded?.close()
  return shape
}

/** Returns undefined for a file that the browser cannot draw: it is shown without a picture, and the server checks it. */
const decode = (file: File): Promise<ImageBitmap | undefined> =>
  file.size > PREVIEW_BYTES_MAX ? Promise.resolve(undefined) : createImageBitmap(file).catch(() => undefined)

/** Returns an object URL of a small picture, or undefined if the browser cannot draw the file. The caller revokes it. */
export async function pictureOf(file: File): Promise<string | undefined> {
  if (formatOf(file.name) === 'svg') return drawingOf(file)
  const decoded = await decode(file)
  if (!decoded) return undefined
  const scale = Math.min(1, PICTURE_PX / Math.max(decoded.width, decoded.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(decoded.width * scale))
  canvas.height = Math.max(1, Math.round(decoded.height * scale))
  canvas.getContext('2d')?.drawImage(decoded, 0, 0, canvas.width, canvas.height)
  decoded.close()
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp'))
  return small ? URL.createObjectURL(small) : undefined
}

/** Returns an SVG unchanged. Inside an image it neither runs scripts nor loads anything. */
async function drawingOf(file: File): Promise<string | undefined> {
  const address = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }))
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return address
  } catch {
    URL.revokeObjectURL(address)
    return undefined
  }
}

function readLast(): Category | undefined {
  try {
    return CATEGORIES.find((category) => category === localStorage.getItem(LAST_CATEGORY))
  } catch {
    return undefined
  }
}

/** Stores the category the artist chose, as the next suggestion. */
export function rememberCategory(category: Category): void {
  try {
    localStorage.setItem(LAST_CATEGORY, category)
  } catch {
    // Storage can be closed, as in some private windows.
  }
}
