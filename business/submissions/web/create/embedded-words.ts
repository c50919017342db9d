import { DESCRIPTION_MAX, TAG_MAX, TITLE_MAX } from '#catalogue/rules.ts'
import { readExif, readIptc, readPng, readPrint, unpackXmp } from './read-byte-words.ts'
import { readSvg, readXmp } from './read-xml-words.ts'
import { distinct, type EmbeddedWords, isMeaningful } from './suggest-words.ts'

/*
 * Reads metadata embedded in a file in the browser, before the upload starts: the artist can correct it first, and a file that is removed
 * from the list is never sent. Programs write metadata at the beginning or end of a file.
 */

export type Embedded = Partial<EmbeddedWords> & { shape?: { width: number; height: number } }

const READ_BYTES = 512 * 1024
const SVG_BYTES_MAX = 2 * 1024 * 1024
const TAGS_MAX = 30

/** Returns nothing for a file that cannot be read. The server reports what is wrong with it. */
export async function readEmbedded(file: Blob, format: string): Promise<Embedded> {
  try {
    if (format === 'svg') return file.size > SVG_BYTES_MAX ? {} : usable(readSvg(await file.text()))
    const bytes = await bothEnds(file)
    const text = new TextDecoder('latin1').decode(bytes)
    const basic = format === 'pdf' || format === 'eps' ? readPrint(text) : { ...readPng(bytes, text), ...readExif(bytes, text) }
    return usable({ ...basic, ...readIptc(bytes, text), ...readXmp(await unpackXmp(bytes, text)) })
  } catch {
    return {}
  }
}

async function bothEnds(file: Blob): Promise<Uint8Array> {
  const parts = file.size <= 2 * READ_BYTES ? [file] : [file.slice(0, READ_BYTES), file.slice(-READ_BYTES)]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** Drops default texts written by programs and trims to the limits of an asset. */
function usable({
  title = '',
  description = '',
  tags = [],
  width,
  height
}: Partial<EmbeddedWords> & { width?: number; height?: number }): Embedded {
  const saved = distinct(tags).filter((tag) => tag.length <= TAG_MAX)
  return {
    ...(isMeaningful(title) && { title: oneLine(title).slice(0, TITLE_MAX) }),
    ...(isMeaningful(description) && { description: description.trim().slice(0, DESCRIPTION_MAX) }),
    ...(saved.length > 0 && { tags: saved.slice(0, TAGS_MAX) }),
    ...(width && height && { shape: { width, height } })
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
