import { DESCRIPTION_MOST, TAG_MOST, TITLE_MOST } from '#catalogue/rules.ts'
import { readExif, readIptc, readPng, readPrint, unpackXmp } from './read-byte-words.ts'
import { readSvg, readXmp } from './read-xml-words.ts'
import { distinct, isMeaningful } from './suggest-words.ts'

/*
 * What a file says of itself is read here, in the browser, before a byte of it is sent: the artist corrects the words while nothing
 * waits, and a file that is taken out of the list never travels. Programs write these few texts at the beginning or the end.
 */

export type Words = { title: string; description: string; tags: string[] }
export type Embedded = Partial<Words> & { shape?: { width: number; height: number } }

const READ_BYTES = 512 * 1024
const LARGEST_SVG = 2 * 1024 * 1024

const TAGS_MOST = 30

/** A file that cannot be read says nothing; it is the server that tells what is wrong with it. */
export async function readEmbedded(file: Blob, format: string): Promise<Embedded> {
  try {
    if (format === 'svg') return file.size > LARGEST_SVG ? {} : sensible(readSvg(await file.text()))
    const bytes = await bothEnds(file)
    const text = new TextDecoder('latin1').decode(bytes)
    const older = format === 'pdf' || format === 'eps' ? readPrint(text) : { ...readPng(bytes, text), ...readExif(bytes, text) }
    return sensible({ ...older, ...readIptc(bytes, text), ...readXmp(await unpackXmp(bytes, text)) })
  } catch {
    return {}
  }
}

async function bothEnds(file: Blob): Promise<Uint8Array> {
  const parts = file.size <= 2 * READ_BYTES ? [file] : [file.slice(0, READ_BYTES), file.slice(-READ_BYTES)]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** Leaves out what a program wrote by itself and cuts to what an asset may hold. */
function sensible({
  title = '',
  description = '',
  tags = [],
  width,
  height
}: Partial<Words> & { width?: number; height?: number }): Embedded {
  const kept = distinct(tags).filter((tag) => tag.length <= TAG_MOST)
  return {
    ...(isMeaningful(title) && { title: oneLine(title).slice(0, TITLE_MOST) }),
    ...(isMeaningful(description) && { description: description.trim().slice(0, DESCRIPTION_MOST) }),
    ...(kept.length > 0 && { tags: kept.slice(0, TAGS_MOST) }),
    ...(width && height && { shape: { width, height } })
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
