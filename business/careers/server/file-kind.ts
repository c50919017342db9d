import { readFile } from 'node:fs/promises'
import { refuse } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import type { FileKind } from '../rules.ts'

const TAKEN: Readonly<Record<FileKind, ReadonlySet<string>>> = {
  resume: new Set(['pdf', 'doc', 'docx']),
  gov_id: new Set(['pdf', 'png', 'jpg', 'webp'])
}
/** The main stream of a Word compound file, which an Excel file does not have. */
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le')

export type KnownFile = { bytes: Buffer; content_type: string }

/** Returns a file's bytes and its type, detected from the bytes. Its name and declared type are ignored. */
export async function knownFile(kind: FileKind, path: string): Promise<KnownFile> {
  const bytes = await readFile(path)
  const { ext, mime } = await typeOf(bytes)
  const code = kind === 'resume' ? 'resume_kind' : 'gov_id_kind'
  if (!TAKEN[kind].has(ext)) throw refuse(refusals, code, { fields: { [kind]: refusals[code].message } })
  return { bytes, content_type: mime }
}

/** A file that the detector cannot read is of no known type: the applicant is told so. */
async function typeOf(bytes: Buffer): Promise<{ ext: string; mime: string }> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined)) ?? { ext: '', mime: '' }
  return found.ext === 'cfb' && bytes.includes(WORD_STREAM) ? { ext: 'doc', mime: 'application/msword' } : found
}
