import { decideAsset } from '#submissions/review.contract.ts'
import type { World } from '../world.ts'
import { type GivenAsset, givenAsset, type MadeAsset } from './catalogue.ts'

export const SQUARE = '<path fill="currentColor" d="M4 4h16v16H4z"/>'

/** An SVG of an icon as a drawing program writes it. */
export const iconSvg = (body = SQUARE, attributes = 'viewBox="0 0 24 24"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`

export type GivenIcon = Omit<GivenAsset, 'category' | 'file' | 'status'> & { svg?: string }

/** An icon that waits for review, with a cleaned SVG. */
export async function pendingIcon(world: World, { svg = iconSvg(), ...asked }: GivenIcon = {}): Promise<MadeAsset> {
  // Equal bytes belong to one asset.
  const bytes = Buffer.from(svg.replace('</svg>', `<!--${Math.random()}--></svg>`))
  const asset = await givenAsset(world, { ...asked, category: 'icon', status: 'pending', file: { format: 'svg', bytes } })
  await world.db.updateTable('catalogue.asset_file').set({ cleaner_version: 2 }).where('id', '=', asset.file_id).execute()
  return asset
}

export async function approveIcon(world: World, id: string, admin = 'admin'): Promise<void> {
  await (await world.as('admin', admin))(decideAsset, { params: { id }, body: { status: 'approved' } })
}

/** An approved icon, named by its approval. */
export async function givenIcon(world: World, asked: GivenIcon = {}): Promise<MadeAsset> {
  const asset = await pendingIcon(world, asked)
  await approveIcon(world, asset.id)
  return asset
}
