import { type Browser, expect, type Page } from '@playwright/test'
import { uniquePicture } from '../unique-picture.ts'
import { signInAs } from './sign-in.ts'

export const ownHeaders = () => ({ origin: new URL(process.env['EASEL_URL']!).origin })

/** Opens a page in a browser of its own, signed in if an email is given. */
export async function openedBy(browser: Browser, email?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })
  if (email) await signInAs(context, email)
  return context.newPage()
}

/** Creates a pending asset through the API. Returns its id. */
export async function pendingAsset(artist: Page, title: string, picture: Buffer): Promise<string> {
  const headers = ownHeaders()
  const made = await artist.request.post('/api/assets', { headers, data: { title, category: 'icon', tags: ['withheld'] } })
  const { asset_id } = (await made.json()) as { asset_id: string }
  const file = { name: 'heron.png', mimeType: 'image/png', buffer: picture }
  const sent = await artist.request.post('/api/uploads/upload-file', { headers, multipart: { asset_id, file } })
  const { id } = (await sent.json()) as { id: string }
  await expect
    .poll(async () => ((await (await artist.request.get(`/api/uploads/${id}/progress`)).json()) as { status: string }).status, {
      timeout: 30_000
    })
    .toBe('ready')
  return asset_id
}

/** Creates an approved asset through the API. Returns its id. */
export async function approvedAsset(artist: Page, admin: Page, title: string, picture?: Buffer): Promise<string> {
  const headers = ownHeaders()
  const asset_id = await pendingAsset(artist, title, picture ?? (await uniquePicture()))
  const decided = await admin.request.put(`/api/admin/assets/${asset_id}/status`, { headers, data: { status: 'approved' } })
  expect(decided.status()).toBe(200)
  return asset_id
}
