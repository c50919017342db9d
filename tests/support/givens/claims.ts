import { makeClaim } from '#claims/contract.ts'
import { decideClaim, listClaims } from '#claims/desk.contract.ts'
import { type Decision, STRIKES_MAX } from '#claims/rules.ts'
import type { World } from '../world.ts'
import { givenAsset } from './catalogue.ts'
import { nowAs } from './plans.ts'

/** A complete copyright claim. */
export const claimOn = (asset_id: string) => ({
  ...({
    asset_id,
    kind: 'copyright',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    address: '1 Main Street, Oakland, CA 94607'
  } as const),
  ...({ role: 'owner', work: 'My poster of a fox, 2019', work_url: 'https://example.com/fox', signature: 'Grace Hopper' } as const),
  ...({ good_faith: true, accuracy: true } as const)
})

/** Makes a claim about an asset. Returns its id for the desk and the token of its claimant's link. */
export async function givenClaim(
  world: World,
  asset_id: string,
  change: { email?: string } = {}
): Promise<{ id: string; token: string; number: string }> {
  const { claim_number: number, status_url } = await world.api(makeClaim, { body: { ...claimOn(asset_id), ...change } })
  const { items } = await (await nowAs(world, 'admin'))(listClaims, { query: { q: number } })
  return { id: items[0]!.id, token: status_url.split('/').at(-1)!, number }
}

export async function decide(world: World, id: string, decision: Decision, message = 'The two pictures are the same.') {
  return (await nowAs(world, 'admin'))(decideClaim, { params: { id }, body: { decision, message } })
}

/** A complete counter-notice. */
export const COUNTER_NOTICE = {
  ...{ name: 'Ada Lovelace', address: '12 Analytical Way, Oakland, CA', signature: 'Ada Lovelace' },
  ...({ perjury_statement: true, consent_to_jurisdiction: true } as const)
}

/** Upholds as many claims about an artist's works as pause the uploads. Returns the artist's id. */
export async function givenPausedArtist(world: World, artist: string): Promise<string> {
  for (let strike = 0; strike < STRIKES_MAX; strike += 1)
    await decide(world, (await givenClaim(world, (await givenAsset(world, { artist })).id)).id, 'uphold')
  return (await world.person('employee', artist)).id
}
