import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import { setWageRule } from '#payroll/contract.ts'
import { uploadNewAsset, uploadProgress } from '#submissions/contract.ts'
import { decideAsset } from '#submissions/review.contract.ts'
import { ACCEL, type Plan } from '../reference/plan.ts'
import type { Buyer } from './buyers.ts'

const SIDE = 640
const DRAWN_MS = 60_000

type Staff = { artist: Buyer; admin: Buyer; client: Buyer }

/** Uploads a picture of more than 1 MB, gets a license for it, and downloads it: whole, in part, and past nginx. Returns what is wrong. */
export async function problemsOfDownloads(plan: Plan, { artist, admin, client }: Staff): Promise<string[]> {
  const original = await sharp(randomBytes(SIDE * SIDE * 3), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
  const asset_id = await publish(original, { artist, admin })
  const { license_id } = await client.api(checkOut, { body: { asset_id, terms_accepted: true } }, { idempotency_key: randomUUID() })
  if (!license_id) return ['the license of the large picture was not free']
  const { download_url } = await client.api(linkLicenseFile, { params: { id: license_id }, query: {} })
  const { pathname, search } = new URL(download_url, plan.public_url)
  const whole = await client.visit(pathname + search)
  const part = await client.visit(pathname + search, { headers: { range: 'bytes=1000-500999' } })
  const direct = await fetch(`http://127.0.0.1:${plan.ports.app_1}${pathname}${search}`)
  const outside = await client.visit(`${ACCEL}easel/originals/x`)
  const sent_by_app = (await direct.arrayBuffer()).byteLength
  const checks: [string, boolean][] = [
    [`a download of ${original.length} bytes was ${whole.body.length} bytes or different (${whole.status})`, whole.body.equals(original)],
    [`a range was not exact (${part.status})`, part.status === 206 && part.body.equals(original.subarray(1000, 501_000))],
    [
      'the download lost its headers',
      /^attachment; filename=/.test(String(whole.headers['content-disposition'])) &&
        String(whole.headers['content-security-policy']).includes('sandbox')
    ],
    [`the app sent ${sent_by_app} bytes itself`, sent_by_app === 0 && direct.headers.get('x-accel-redirect')?.startsWith(ACCEL) === true],
    ['the signed address reached the visitor', whole.headers['x-accel-redirect'] === undefined],
    [`the internal location answered ${outside.status} to a visitor`, outside.status === 404]
  ]
  return checks.filter(([, isFine]) => !isFine).map(([problem]) => problem)
}

/** The artist uploads it, and the admin approves it. It costs nothing, so that this needs no payment. */
async function publish(original: Buffer, { artist, admin }: Omit<Staff, 'client'>): Promise<string> {
  const asset_id = randomUUID()
  const form = new FormData()
  const words = { asset_id, title: `Noise ${asset_id.slice(0, 8)}`, description: '', category: 'illustration', tags: 'noise' }
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(original)]), 'noise.png')
  const { id } = (await artist.api(uploadNewAsset, { body: form })) as { id: string }
  for (const until = Date.now() + DRAWN_MS; Date.now() < until; await wait(500)) {
    const { status, failure } = await artist.api(uploadProgress, { params: { file_id: id } })
    if (status === 'ready') break
    if (status !== 'processing') throw new Error(`The large picture was not accepted: ${failure}`)
  }
  await admin.api(setWageRule, { body: { category: 'illustration', wage: '18', license_price: '0' } })
  await admin.api(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  return asset_id
}
