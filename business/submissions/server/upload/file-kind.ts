import { open } from 'node:fs/promises'
import type { SearchedFormat } from '#catalogue/picture-search.rules.ts'
import type { FileFormat } from '#catalogue/rules.ts'

const BY_TYPE: Record<string, FileFormat> = { jpg: 'jpg', png: 'png', apng: 'png', webp: 'webp', pdf: 'pdf', eps: 'eps' }
const SEARCHED: Record<string, SearchedFormat> = { jpg: 'jpg', png: 'png', apng: 'png', webp: 'webp', gif: 'gif', avif: 'avif' }
const HEAD_BYTES = 64 * 1024
const DOS_EPS = Buffer.from([0xc5, 0xd0, 0xd3, 0xc6])
const EPS = /^%!PS-Adobe-[\d.]+ EPSF-/
/** Matches one item that may precede the root of an SVG. Items are matched one at a time, because a repeated group would backtrack exponentially. */
const BEFORE_SVG = /(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)/iy
const SVG = /<svg[\s>/]/iy

/** Detects the format of a file from its bytes alone. Returns undefined for a kind that we do not accept. */
export async function kindOfFile(path: string): Promise<FileFormat | undefined> {
  const head = await readHead(path)
  if (head.subarray(0, 4).equals(DOS_EPS) || EPS.test(head.toString('latin1', 0, 64))) return 'eps'
  return kindOfHead(head, BY_TYPE)
}

/** Detects what a picture to search with is, from its bytes alone. */
export async function kindOfPicture(path: string): Promise<SearchedFormat | undefined> {
  return kindOfHead(await readHead(path), SEARCHED)
}

async function kindOfHead<Kind>(head: Buffer, by_type: Record<string, Kind>): Promise<Kind | 'svg' | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found && found.ext !== 'xml') return by_type[found.ext]
  return isSvg(head.toString('utf8').replace(/^\uFEFF/, '')) ? 'svg' : undefined
}

function isSvg(text: string): boolean {
  BEFORE_SVG.lastIndex = 0
  let start = 0
  while (BEFORE_SVG.test(text)) start = BEFORE_SVG.lastIndex
  SVG.lastIndex = start
  return SVG.test(text)
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
