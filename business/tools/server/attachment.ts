import sharp from 'sharp'
import { refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { ATTACHMENT_MOST_BYTES } from '../share.rules.ts'

const DATA_URL = /^data:image\/png;base64,([a-z0-9+/]+={0,2})$/i
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The largest label is 1024 px wide and never this high. */
const PIXELS_MOST = 20_000_000
const SECONDS_MOST = 10
/** How much longer base64 is, and the head of the data URL. */
const DATA_URL_MOST = Math.ceil(ATTACHMENT_MOST_BYTES / 3) * 4 + 30

/** The picture of a data URL, drawn anew: nothing that was hidden behind its pixels is mailed on. Refuses what is larger than 1 MB or no PNG. */
export async function readPng(dataUrl: string): Promise<Buffer> {
  if (dataUrl.length > DATA_URL_MOST) throw refuse(no, 'attachment_too_large')
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? '', 'base64')
  if (bytes.length > ATTACHMENT_MOST_BYTES) throw refuse(no, 'attachment_too_large')
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw refuse(no, 'not_a_png')
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MOST, failOn: 'warning' }).timeout({ seconds: SECONDS_MOST }).png().toBuffer()
  } catch {
    throw refuse(no, 'not_a_png')
  }
}

/** A name that every mail program and disk takes, ending in .png. */
export function pngName(typed: string): string {
  const name = typed
    .replace(/\.png$/i, '')
    .normalize('NFKD')
    .replace(/[^a-z0-9-]+/gi, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${name || 'label'}.png`
}
