import { addHearts, createCollection, putItem } from '#collections/contract.ts'
import type { World } from '../world.ts'
import { nowAs } from './plans.ts'

/** Creates a collection of a client with these works. */
export async function givenCollection(world: World, client: string, asset_ids: readonly string[] = [], name = 'Launch') {
  const api = await nowAs(world, 'client', client)
  const collection = await api(createCollection, { body: { name } })
  for (const asset_id of asset_ids) await api(putItem, { params: { id: collection.id, asset_id }, body: {} })
  return collection
}

export const heart = async (world: World, client: string, ...asset_ids: string[]) =>
  (await nowAs(world, 'client', client))(addHearts, { body: { asset_ids } })
