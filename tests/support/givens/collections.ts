import { addCollection, chooseWorks, editCollection } from '#catalogue/featured.contract.ts'
import type { World } from '../world.ts'
import { nowAs } from './plans.ts'

/** Makes a featured collection of these works, published unless said otherwise. */
export async function givenFeatured(world: World, title: string, asset_ids: readonly string[], { is_published = true } = {}) {
  const admin = await nowAs(world, 'admin')
  const { id, slug, version } = await admin(addCollection, { body: { title, summary: `All about ${title}.` } })
  await admin(chooseWorks, { params: { id }, body: { asset_ids: [...asset_ids], version } })
  if (is_published) await admin(editCollection, { params: { id }, body: { is_published } })
  return { id, slug }
}
