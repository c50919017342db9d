import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import type { FileKind } from '../rules.ts'

const TAKEN: Readonly<Record<FileKind, ReadonlySet<string>>> = {
  resume: new Set(['pdf', 'doc', 'docx']),
  gov_id: new Set(['pdf', 'png', 'jpg', 'webp'])
}
/** What a compound file of Word holds and one of Excel does not: the name of its main stream. */
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le')

export type KnownFile = { bytes: Buffer; content_type: string }

/** A file's bytes and what they say it is; its name and the type it was sent with say nothing. */
export async function knownFile(kind: FileKind, path: string): Promise<KnownFile> {
  const bytes = await readFile(path)
  const { ext, mime } = await typeOf(bytes)
  const code = kind === 'resume' ? 'resume_kind' : 'gov_id_kind'
  if (!TAKEN[kind].has(ext)) throw refuse(no, code, { fields: { [kind]: no[code].message } })
  return { bytes, content_type: mime }
}

async function typeOf(bytes: Buffer): Promise<{ ext: string; mime: string }> {
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined)) ?? { ext: '', mime: '' }
  return found.ext === 'cfb' && bytes.includes(WORD_STREAM) ? { ext: 'doc', mime: 'application/msword' } : found
}
