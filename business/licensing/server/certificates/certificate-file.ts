import { createHash, type JsonWebKey } from 'node:crypto'
import { z } from 'zod'
import { type SigningKey, signPayload, verifySignedPayload } from './signing.ts'

export const SIGNATURE_FILE = 'certificate.jws'

/** Matches PDFs that we wrote: one plain cross-reference table, and the trailer at the end. */
const END = /trailer\s*<<([\s\S]*)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/
const TAIL = 2048
const ATTACHED = /\/Type \/EmbeddedFile [^>]*>> >>\nstream\n([\w.-]+)\nendstream/

const digestOf = (document: Buffer): string => createHash('sha256').update(document).digest('base64url')

/**
 * Attaches the signed payload to the document. The payload contains the digest of the document's bytes, and the attachment is an incremental
 * update that does not change those bytes, so the signature covers every byte of the file.
 */
export function signDocument(document: Buffer, payload: Record<string, unknown>, key: SigningKey): Buffer {
  const signed = { ...payload, document: { bytes: document.length, sha256: digestOf(document) } }
  return withAttachment(document, signPayload(key, signed))
}

const signedDocument = z.object({ bytes: z.number(), sha256: z.string() })

export type CertificateProblem = 'no_certificate' | 'unknown_key' | 'wrong_signature' | 'changed'
export type CertificateCheck = { payload: Record<string, unknown>; kid: string } | { problem: CertificateProblem }

/** Checks that a file is an unchanged certificate, signed with one of these keys. Needs only the file and the keys. */
export function checkDocument(file: Buffer, keys: readonly JsonWebKey[]): CertificateCheck {
  const jws = ATTACHED.exec(file.toString('latin1', Math.max(0, file.length - TAIL * 4)))?.[1]
  if (!jws) return { problem: 'no_certificate' }
  const checked = verifySignedPayload(jws, keys)
  if ('problem' in checked) return { problem: checked.problem === 'unreadable' ? 'no_certificate' : checked.problem }
  const signed = signedDocument.safeParse(checked.payload['document'])
  if (!signed.success || signed.data.bytes > file.length) return { problem: 'changed' }
  const { bytes, sha256 } = signed.data
  const document = file.subarray(0, bytes)
  if (digestOf(document) !== sha256 || !file.equals(withAttachment(document, jws))) return { problem: 'changed' }
  return checked
}

function withAttachment(document: Buffer, jws: string): Buffer {
  const [, trailer = '', table = ''] = END.exec(document.toString('latin1', Math.max(0, document.length - TAIL))) ?? []
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1])
  const info = Number(/\/Info (\d+) 0 R/.exec(trailer)?.[1])
  const first = Number(/\/Size (\d+)/.exec(trailer)?.[1])
  const [id = ''] = /\/ID \[[^\]]*\]/.exec(trailer) ?? []
  const catalogue = catalogueOf(document, root)
  if (!root || !info || !first || !catalogue) throw new Error('This PDF was not written by us.')
  const [named, stored] = [first, first + 1]
  const own = catalogue.slice(0, catalogue.lastIndexOf('>>')).replace(/\/Names \d+ 0 R\n?/, '')
  const objects = [
    [root, `${own}/Names << /EmbeddedFiles << /Names [(${SIGNATURE_FILE}) ${named} 0 R] >> >>\n/AF [${named} 0 R]\n>>`],
    [
      named,
      `<< /Type /Filespec /F (${SIGNATURE_FILE}) /UF (${SIGNATURE_FILE}) /Desc (The signed payload of this certificate) /AFRelationship /Data /EF << /F ${stored} 0 R >> >>`
    ],
    [
      stored,
      `<< /Type /EmbeddedFile /Subtype /application#2Fjose /Length ${jws.length} /Params << /Size ${jws.length} >> >>\nstream\n${jws}\nendstream`
    ]
  ].map(([number, body]) => ({ number, text: `${number} 0 obj\n${body}\nendobj\n` }))
  const texts = objects.map(({ text }) => text)
  const place = (count: number) => document.length + 1 + texts.slice(0, count).join('').length
  const update = [
    '\n',
    ...texts,
    'xref\n',
    ...objects.map(({ number }, index) => `${number} 1\n${String(place(index)).padStart(10, '0')} 00000 n \n`),
    `trailer\n<< /Size ${first + 2} /Root ${root} 0 R /Info ${info} 0 R /Prev ${table} ${id} >>\nstartxref\n${place(texts.length)}\n%%EOF\n`
  ]
  return Buffer.concat([document, Buffer.from(update.join(''), 'latin1')])
}

function catalogueOf(pdf: Buffer, root: number): string | undefined {
  const mark = `\n${root} 0 obj\n`
  const at = pdf.lastIndexOf(mark)
  return at < 0 ? undefined : pdf.toString('latin1', at + mark.length, pdf.indexOf('endobj', at))
}
