import { createReadStream } from 'node:fs'
import { CONTENT_TYPES, type FileFormat } from '#catalogue/rules.ts'
import { createFairQueue, currentLog, FileBytes } from '#platform/server/index.ts'
import { CHECKED_AT_ONCE, checks } from '../drawing/decoders.ts'

/** Content Credentials are boxes of this kind; in an SVG and a PDF they have the other name as well. */
const MARKS = ['jumb', 'c2pa', 'C2PA'] as const
const MARK_BYTES = 4
const READING_MS = 10_000

const limitConcurrency = createFairQueue(CHECKED_AT_ONCE)

type Stored = { path: string; bytes: number }

/**
 * Returns the digital source types that an uploaded file's Content Credentials name, or null if it has none. Credentials that cannot be read
 * are no reason to refuse a picture.
 */
export async function readDeclaredSources(
  file: Stored,
  { format, artist }: { format: FileFormat; artist: string }
): Promise<string[] | null> {
  if (!(await mayHaveCredentials(file.path))) return null
  const read = () => checks.run('readContentCredentials', READING_MS, new FileBytes(file.path, file.bytes), CONTENT_TYPES[format])
  try {
    return (await limitConcurrency(artist, read))?.digital_source_types ?? null
  } catch (err) {
    currentLog().warn({ err }, 'the Content Credentials of an upload could not be read')
    return null
  }
}

/** Few files have credentials, and only those are worth a decoder. */
async function mayHaveCredentials(path: string): Promise<boolean> {
  let end = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const text = end + String(chunk)
    if (MARKS.some((mark) => text.includes(mark))) return true
    end = text.slice(1 - MARK_BYTES)
  }
  return false
}
