/** This function runs in child processes; check-files.service.ts starts them. */

import type { Fault } from '../../findings.rules.ts'
import type { FileFormat } from '../../rules.ts'
import { decode, measure, type Pixels, WIDEST } from '../image-analysis/decode-picture.ts'
import { DRAWABLE } from '../previews/preview-address.ts'
import { type Attempts, startAttempts } from './attempts.ts'
import type { FileCheck, Writing } from './findings.queries.ts'
import { type ReadWriting, readWriting } from './read-writing.ts'
import { watermarkIn } from './watermarks.ts'

/** What the program that draws a page says about it. */
export type PageContent = { words: string; has_pictures: boolean }

/** A PNG of a page that was drawn, and what the page holds if that is known. */
export type DrawnPage = { picture: Uint8Array; content?: PageContent | null }

type Found = Pick<FileCheck, 'faults' | 'writing'>

/** `failures` says what could not be checked, for the log. */
export type Checked = Found & { failures: readonly string[] }

const NOTHING: Found = { faults: [], writing: [] }

/** Returns what is wrong with a file, and the words in its picture. `page` is of a PDF or EPS. */
export async function checkFile(bytes: Uint8Array, format: FileFormat, page: DrawnPage | null): Promise<Checked> {
  const attempts = startAttempts()
  const own = await attempts.at('the content', NOTHING, () => checkContent(bytes, format, { page, attempts }))
  const read = await attempts.at('writing', [], async () => {
    const picture = await pictureOf(bytes, format, page)
    return picture ? readWriting(picture) : []
  })
  const marks = [
    ...own.writing.flatMap((writing) => watermarkOf(writing, { is_read: false }) ?? []),
    ...read.flatMap((writing) => watermarkOf(writing, { is_read: true }) ?? [])
  ]
  return {
    faults: [...firstOfEach(marks), ...own.faults],
    writing: [...own.writing, ...sureAndNew(read, own.writing)],
    failures: attempts.failures
  }
}

async function pictureOf(bytes: Uint8Array, format: FileFormat, page: DrawnPage | null): Promise<Pixels | undefined> {
  const source = page ? ({ bytes: page.picture, format: 'png' } as const) : { bytes, format }
  if (!DRAWABLE.includes(source.format)) return undefined
  return decode(source.bytes, source.format, await measure(source.bytes, source.format), WIDEST)
}

type Around = { page: DrawnPage | null; attempts: Attempts }

/** What needs a library of its own is loaded when a file needs it. */
async function checkContent(bytes: Uint8Array, format: FileFormat, { page, attempts }: Around): Promise<Found> {
  if (format === 'svg') return (await import('./check-svg.ts')).checkSvg(bytes, attempts)
  if (format === 'pdf') return checkPage(page?.content)
  if (format === 'eps') return NOTHING
  const { isUpscaled, middleOf } = await import('./upscaled.ts')
  return isUpscaled(await middleOf(bytes)) ? { faults: [{ code: 'upscaled' }], writing: [] } : NOTHING
}

const SHOWN_MAX = 60

function checkPage(content: PageContent | null | undefined): Found {
  if (!content) throw new Error('Nobody said what the page holds.')
  const { words, has_pictures } = content
  const shown = words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX - 1)}…` : words
  return {
    faults: [
      ...(has_pictures ? [{ code: 'raster_inside' } as const] : []),
      ...(words ? [{ code: 'live_text', detail: shown } as const] : [])
    ],
    writing: words ? [{ words }] : []
  }
}

function watermarkOf({ words, place }: Writing, { is_read }: { is_read: boolean }): Fault | undefined {
  const detail = watermarkIn(words, { is_read })
  return detail === undefined ? undefined : { code: 'watermark_text', detail, place }
}

/** A watermark is often repeated all over a picture. */
const firstOfEach = (marks: readonly Fault[]): Fault[] =>
  marks.filter(({ detail }, at) => marks.findIndex((mark) => mark.detail === detail) === at)

/** Words that were read without doubt, except those that the file has as text. */
function sureAndNew(read: readonly ReadWriting[], own: readonly Writing[]): Writing[] {
  const squeezed = (text: string) => text.toLowerCase().replace(/\s+/g, '')
  const known = own.map(({ words }) => squeezed(words)).join(' ')
  return read.filter(({ is_sure, words }) => is_sure && !known.includes(squeezed(words))).map(({ words, place }) => ({ words, place }))
}
