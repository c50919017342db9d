import { crc32 } from 'node:zlib'
import type { World } from '../world.ts'

export type Chosen = { name: string; bytes: Buffer; type?: string }

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')

/** Returns a ZIP member that is stored without compression. */
function member(name: string, text: string): Buffer {
  const [file, bytes] = [Buffer.from(name), Buffer.from(text)]
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(crc32(bytes), 14)
  head.writeUInt32LE(bytes.length, 18)
  head.writeUInt32LE(bytes.length, 22)
  head.writeUInt16LE(file.length, 26)
  return Buffer.concat([head, file, bytes])
}

const archive = (main: string): Buffer =>
  Buffer.concat([
    member(
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types><Override PartName="/doc.xml" ContentType="application/${main}.main+xml"/></Types>`
    ),
    member('doc.xml', '<doc/>'),
    Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
  ])

export const DOCX = archive('vnd.openxmlformats-officedocument.wordprocessingml.document')
export const XLSX = archive('vnd.openxmlformats-officedocument.spreadsheetml.sheet')

const compound = (stream: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1016), Buffer.from(stream, 'utf16le'), Buffer.alloc(512)])
export const DOC = compound('WordDocument')
export const XLS = compound('Workbook')

export const RESUME: Chosen = { name: 'resume.pdf', bytes: PDF }

export const APPLICATION = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+1 555 010 0199',
  location: 'London',
  portfolio_url: 'https://ada.example.com/work',
  years_experience: '12.5',
  skills: 'icons, engines',
  availability: 'flexible',
  work_auth: 'need_sponsorship',
  legal_notice_ack: 'true',
  ip_ack: 'true'
}

export type Files = { resume?: Chosen | undefined; gov_id?: Chosen | undefined }

/** Sends an application as a browser does; undefined fields are left out. */
export async function applyWith(world: World, fields: Record<string, string | undefined>, files: Files) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...APPLICATION, ...fields })) if (value !== undefined) form.set(name, value)
  for (const [name, file] of Object.entries(files))
    if (file) form.set(name, new Blob([new Uint8Array(file.bytes)], { type: file.type ?? 'application/octet-stream' }), file.name)
  const encoded = new Response(form)
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/careers/apply',
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer())
  })
  return {
    status: answer.statusCode,
    body: answer.json() as { message?: string; code?: string; error?: string; fields?: Record<string, string> }
  }
}
