import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { FoundAsset } from '#catalogue/picture-search.contract.ts'
import { updatePrints } from '#catalogue/server/picture-search/picture-search.queries.ts'
import { analyzeImage } from '#catalogue/server/previews/preview-tasks.ts'
import type { World } from '../world.ts'
import { type GivenAsset, givenAsset } from './catalogue.ts'

type Lists = { same: FoundAsset[]; near: FoundAsset[]; similar: FoundAsset[] }
export type SearchAnswer = {
  status: number
  headers: Record<string, unknown>
  body: Lists & { error?: string; code?: string; fields?: Record<string, string> }
}
type Sending = {
  name?: string
  /** A session token; then the admins' search is called. */
  admin?: string
  ip?: string
}

/** Searches with these bytes as a browser does. */
export async function searchWith(world: World, bytes: Uint8Array, { name = 'a.png', admin, ip }: Sending = {}): Promise<SearchAnswer> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return sendSearch(world, form, { ...(admin && { admin }), ...(ip && { ip }) })
}

export async function sendSearch(world: World, form: FormData, { admin, ip }: Omit<Sending, 'name'> = {}): Promise<SearchAnswer> {
  const encoded = new Response(form)
  const call = {
    method: 'POST' as const,
    url: admin ? '/api/admin/assets/search-by-picture' : '/api/assets/search-by-picture',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...(admin && { authorization: `Bearer ${admin}` }) },
    payload: Buffer.from(await encoded.arrayBuffer()),
    ...(ip && { remoteAddress: ip })
  }
  let answer = await world.app.inject(call)
  // A busy machine refuses calls before anything is done.
  for (let tries = 0; answer.statusCode === 503 && tries < BUSY_TRIES; tries += 1) {
    await wait(BUSY_PAUSE_MS)
    answer = await world.app.inject(call)
  }
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const BUSY_TRIES = 30
const BUSY_PAUSE_MS = 500

/** A drawing of two shapes on nothing. Drawings with different seeds look different. */
export function shapes(seed: number): Buffer {
  const at = (step: number) => 20 + ((seed * 37 + step * 61) % 150)
  const colors = ['#c81e1e', '#2563eb', '#16a34a', '#7c4a1e', '#9333ea']
  const color = (step: number) => colors[(seed + step) % colors.length]
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240"><title>${seed}</title>` +
      `<rect x="${at(1)}" y="${at(2)}" width="${30 + ((seed * 13) % 50)}" height="${40 + ((seed * 29) % 30)}" fill="${color(0)}"/>` +
      `<circle cx="${at(3)}" cy="${at(4)}" r="${16 + ((seed * 7) % 20)}" fill="${color(1)}"/>` +
      `<path d="M${at(5)} ${at(6)}h60v14h-60zM${at(7)} ${at(8)}l40 50h-60z" fill="${color(2)}"/></svg>`
  )
}

/** Creates assets with these drawings and their prints, approved by default. Returns their ids. */
export async function givenDrawings(world: World, drawings: readonly Buffer[], asked: GivenAsset = {}): Promise<string[]> {
  const ids: string[] = []
  for (const bytes of drawings) {
    const { id, file_id } = await givenAsset(world, { ...asked, file: { format: 'svg', bytes } })
    await updatePrints(world.db, [{ file_id, print: (await analyzeImage(bytes, 'svg')).print }])
    ids.push(id)
  }
  return ids
}

/** A drawing as a PNG on white, in another size. */
export const flatCopy = (drawing: Buffer, size = 150): Promise<Buffer> =>
  sharp(drawing).resize(size).flatten({ background: '#ffffff' }).png().toBuffer()
