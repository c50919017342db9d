import { setWageRule } from '#payroll/contract.ts'
import { createRequest } from '#requests/contract.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { upload } from './acts/uploading.ts'
import { createPeople, type Person, returning } from './people.ts'
import { endRenewals } from './renewing.ts'
import type { Rig } from './rig.ts'
import { newStory } from './story.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

const ASSETS = 3
const CLIENTS = 3
const SUBSCRIBERS = 2
/** Newer assets are in the catalogue, but not bought. */
const ON_SALE_MAX = 12

/** Opens the shop: staff, prices, and a few assets on sale. Every schedule has clients of its own. */
export async function openShop(rig: Rig, dice: Dice) {
  const [admins, artists] = [
    await createPeople(rig, 'admin', ['admin-1', 'admin-2']),
    await createPeople(rig, 'employee', ['artist-1', 'artist-2'])
  ]
  const shop = {
    rig,
    admins,
    artists,
    clients: [] as Person[],
    subscribers: [] as Person[],
    requests: [] as { request_id: string; client: Person }[],
    on_sale: [] as string[]
  }
  await admins[0]?.api(setWageRule, { body: { category: 'icon', wage: '4', license_price: '10' } })
  const story = newStory()
  for (let tries = 0; shop.on_sale.length < ASSETS && tries < 4 * ASSETS; tries += 1) await upload(asFilled(shop), story, dice)
  if (shop.on_sale.length < ASSETS) throw new Error(`The first assets were not approved:\n${story.lines.join('\n')}`)
  return asFilled(shop)
}

type Several<T> = [T, ...T[]]
type Filled<S> = { [K in keyof S]: S[K] extends (infer T)[] ? Several<T> : S[K] }
/** Every list has an entry once the shop is open. */
const asFilled = <S extends object>(shop: S): Filled<S> => shop as Filled<S>

const namesOf = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}-${at + 1}`)

/** New clients, each with a request, and sessions that are valid at the present time. */
export async function welcome(shop: Shop, schedule: number): Promise<void> {
  const { rig } = shop
  await endRenewals(rig)
  const [admins, artists] = await Promise.all(
    [shop.admins, shop.artists].map((people) => Promise.all(people.map((person) => returning(rig, person))))
  )
  const clients = await createPeople(rig, 'client', namesOf(`client-${schedule}`, CLIENTS))
  const subscribers = await createPeople(rig, 'client', namesOf(`subscriber-${schedule}`, SUBSCRIBERS))
  const requests = await Promise.all(
    clients.map(async (client) => {
      const body = { title: 'A logo', description: 'Round, and blue.', category: 'logo' as const }
      return { client, request_id: (await client.api(createRequest, { body })).id }
    })
  )
  Object.assign(shop, { admins, artists, clients, subscribers, requests, on_sale: shop.on_sale.slice(0, ON_SALE_MAX) })
}
