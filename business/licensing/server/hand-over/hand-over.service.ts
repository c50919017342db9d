import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { type Ctx, createOpenLimit, csvOf, refuse, signedIn, spend, spendMany } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import {
  certificateName,
  HAND_OVERS_PER_HOUR,
  HANDED_OVER_PER_HOUR,
  type HandOverFormat,
  numberedName,
  OPEN_HAND_OVERS,
  stemOf
} from '../../hand-over.rules.ts'
import { findReader } from '../access.service.ts'
import { writeCertificate } from '../certificates/certificate.service.ts'
import * as queries from '../queries.ts'
import '../ports.ts'
import { type OpenFile, openForHandOver } from './open-file.ts'

type License = Awaited<ReturnType<typeof queries.findActiveFor>>[number]

/** What is in a ZIP. */
export type Contents = {
  licenses: readonly License[]
  /** Printed on the certificates. */
  project?: string | null
  format: HandOverFormat
  width?: number | undefined
  /** Whose budget of renderings it counts against. */
  person: string
  /** Learns how many licenses are done. */
  onProgress?: (done: number) => Promise<void>
}

export type HandOver = Omit<Contents, 'person' | 'onProgress'> & {
  /** The name of the ZIP file. */
  name: string
}

export type SendZip = (zip: { filename: string; stream: Readable }) => Promise<void>

const COLUMNS = ['file', 'asset_id', 'title', 'license_type', 'certificate_number'] as const
type Line = Record<(typeof COLUMNS)[number], string>

export const limitOpen = createOpenLimit({
  retry_after: 30,
  message: `You have ${OPEN_HAND_OVERS} hand-overs open at the same time. Please wait until one of them is complete.`
})

/** Returns the active licenses of these assets that the caller may use, in the order of the assets. */
export async function licensesToHandOver(ctx: Ctx, asset_ids: readonly string[]): Promise<License[]> {
  const licenses = await queries.findActiveFor(ctx.db, await findReader(ctx, signedIn(ctx).id), asset_ids)
  const places = new Map(asset_ids.map((id, place) => [id, place]))
  return licenses.toSorted((one, other) => (places.get(one.asset_id) ?? 0) - (places.get(other.asset_id) ?? 0))
}

/**
 * Sends a ZIP with a file and a certificate for each license, a list of them, and the terms. It is written while it is sent: only the bytes
 * under way are in memory. The same licenses and format give the same names, so that a second hand-over can replace the first.
 */
export async function handOver(ctx: Ctx, wanted: HandOver, send: SendZip) {
  if (wanted.licenses.length === 0) throw refuse(refusals, 'nothing_licensed')
  const { id } = signedIn(ctx)
  await spend(ctx, { key: `licensing.hand-over.${id}`, most: HAND_OVERS_PER_HOUR, seconds: 3600 })
  await spendMany(ctx, handedOver(id, wanted.licenses))
  await limitOpen(id, { most: OPEN_HAND_OVERS }, async () => {
    await withZip(ctx, { ...wanted, person: id }, (stream) => send({ filename: zipName(wanted.name), stream }))
  })
}

/** How many licenses a person hands over: a certificate is drawn and signed for each. */
export const handedOver = (person: string, { length: amount }: readonly License[]) => ({
  key: `licensing.handed-over.${person}`,
  most: HANDED_OVER_PER_HOUR,
  seconds: 3600,
  amount
})

export const zipName = (name: string): string => `${stemOf(name)}.zip`

/** Writes the ZIP while `use` reads it. */
export async function withZip(ctx: Ctx, contents: Contents, use: (zip: Readable) => Promise<void>): Promise<void> {
  const open = new OpenOne()
  try {
    const zip: AsyncIterable<Uint8Array> = makeZip(entries(ctx, contents, open))
    await use(Readable.from(zip))
  } finally {
    await open.close()
  }
}

/** The file that is being sent. The ZIP library does not close what it reads when the receiver leaves. */
class OpenOne {
  #file: OpenFile | undefined
  async next(file: OpenFile): Promise<OpenFile> {
    await this.close()
    this.#file = file
    return file
  }
  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }
}

type Entry = { name: string; input: AsyncIterable<Buffer> | Buffer | string; lastModified: Date }

async function* entries(ctx: Ctx, contents: Contents, open: OpenOne): AsyncGenerator<Entry> {
  const { licenses, project = null, format, width, person } = contents
  const files = Map.groupBy(
    await queries.findReadyFilesOf(ctx.db, [...new Set(licenses.map((one) => one.asset_id))]),
    (file) => file.asset_id
  )
  const lines: Line[] = []
  const notes: string[] = []
  for (const [index, license] of licenses.entries()) {
    const { asset_id, asset_title: title, license_type, certificate_number, created_at: lastModified } = license
    const opened = await openForHandOver(ctx, license, files.get(asset_id) ?? [], { format, width, person })
    const name = opened.file && numberedName(index + 1, licenses.length, title, opened.file.format)
    if (opened.note) notes.push(`${name ?? title}: ${opened.note}`)
    if (opened.file && name) yield { name, input: (await open.next(opened.file)).bytes, lastModified }
    await open.close()
    lines.push({ file: name ?? '', asset_id, title, license_type, certificate_number })
    const certificate = await writeCertificate(ctx, license, { project, pictures: `hand-over.${person}` })
    yield { name: certificateName(index + 1, licenses.length, certificate_number), input: certificate, lastModified }
    await contents.onProgress?.(index + 1)
  }
  const lastModified = ctx.now
  yield { name: 'manifest.csv', input: csvOf(COLUMNS, lines), lastModified }
  yield { name: 'license-terms.txt', input: ctx.ports.license_terms.text(ctx.ports.settings), lastModified }
  if (notes.length > 0) yield { name: 'notes.txt', input: `${notes.join('\r\n')}\r\n`, lastModified }
}
