import { CATEGORIES, type Category, FILE_FORMATS } from '#catalogue/rules.ts'
import type { Change, DraftFile } from './batch.ts'
import { readEmbedded } from './embedded-words.ts'
import type { KeptDraft } from './kept-drafts.ts'
import { distinct, guessCategory, type Shape, tagsFromTitle, titleFromName } from './suggest-words.ts'

const LAST_CATEGORY = 'last_category'
const PICTURE_PX = 240
/** A larger one would fill the memory of a phone to be decoded. */
const LARGEST_PICTURED = 30 * 1024 * 1024
const MEGABYTE = 1024 * 1024

const formatOf = (name: string): string => {
  const extension = name.split('.').pop()?.toLowerCase() ?? ''
  return extension === 'jpeg' ? 'jpg' : extension
}

/** What would be refused anyhow is said before a byte is sent. */
export function refusalOf(file: File, max_mb: number): string | undefined {
  if (!(FILE_FORMATS as readonly string[]).includes(formatOf(file.name)))
    return 'This kind of file is not accepted. Please choose a JPG, PNG, WEBP, SVG, PDF or EPS file.'
  if (file.size === 0) return 'This file is empty.'
  return file.size > max_mb * MEGABYTE ? `This file is too large: at most ${max_mb} MB.` : undefined
}

/** A new row with its words as they were before a reload, else suggested; `id` is the asset's, should the file not join another. */
export async function suggestDraft(file: File, kept?: KeptDraft): Promise<Extract<Change, { is: 'add' }>> {
  const format = formatOf(file.name)
  const sent: DraftFile = { key: crypto.randomUUID(), file, format, state: 'waiting', done: 0, lost: 0 }
  if (kept) return { is: 'add', id: kept.id, name: file.name, words: kept.words, file: sent }
  const said = await readEmbedded(file, format)
  const shape = said.shape ?? (await shapeOf(file))
  const fromName = titleFromName(file.name)
  const title = said.title ?? fromName
  const category = guessCategory(`${fromName} ${title}`, format, { shape, last: readLast() })
  const tags = distinct([...(said.tags ?? []), ...tagsFromTitle(title)]).join(', ')
  const words = { title, description: said.description ?? '', category, tags }
  return { is: 'add', id: crypto.randomUUID(), name: file.name, words, file: sent }
}

async function shapeOf(file: File): Promise<Shape | undefined> {
  const decoded = await decode(file)
  const shape = decoded && { width: decoded.width, height: decoded.height }
  decoded?.close()
  return shape
}

const decode = (file: File): Promise<ImageBitmap | undefined> =>
  file.size > LARGEST_PICTURED ? Promise.resolve(undefined) : createImageBitmap(file).catch(() => undefined)

/** The address of a small picture of the file; nothing where the browser cannot draw it. To be revoked. */
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

/** A drawing is shown as it is; as a picture it neither runs nor loads anything. */
async function drawingOf(file: File): Promise<string | undefined> {
  const address = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }))
  const shown = new Image()
  shown.src = address
  try {
    await shown.decode()
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

/** The category that the artist chose by hand is the next guess. */
export function rememberCategory(category: Category): void {
  try {
    localStorage.setItem(LAST_CATEGORY, category)
  } catch {
    // Storage can be closed, as in some private windows.
  }
}
