import { openDecoder, refuse } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { ATTACHMENT_MAX_BYTES } from '../share.rules.ts'

const DATA_URL = /^data:image\/png;base64,([a-z0-9+/]+={0,2})$/i
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const DECODING_MS = 10_000
/** The length of the largest attachment as a data URL: base64 plus the prefix. */
const DATA_URL_MAX = Math.ceil(ATTACHMENT_MAX_BYTES / 3) * 4 + 30

const decoder = openDecoder<typeof import('./png-tasks.ts')>({ module: 'business/tools/server/png-tasks.ts', processes: 2 })

/** Decodes the PNG of a data URL and encodes it again, which removes any hidden data. Refuses more than 1 MB and other formats. */
export async function readPng(dataUrl: string): Promise<Buffer> {
  if (dataUrl.length > DATA_URL_MAX) throw refuse(refusals, 'attachment_too_large')
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? '', 'base64')
  if (bytes.length > ATTACHMENT_MAX_BYTES) throw refuse(refusals, 'attachment_too_large')
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw refuse(refusals, 'not_a_png')
  try {
    return await decoder.run('encodeAgain', DECODING_MS, bytes)
  } catch (cause) {
    throw refuse(refusals, 'not_a_png', { cause })
  }
}

/** Returns a file name ending in .png that is safe for mail programs and file systems. */
export function pngName(typed: string): string {
  const name = typed
    .replace(/\.png$/i, '')
    .normalize('NFKD')
    .replace(/[^a-z0-9-]+/gi, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${name || 'label'}.png`
}
