import { randomBytes } from 'node:crypto'
import { createSession, createUser, type User } from '#accounts/server/index.ts'
import { assetsOfOwner, importAssets, prepareFiles } from '#catalogue/server/index.ts'
import { namePackageIcons } from '#icons/server/index.ts'
import { setRule } from '#payroll/server/wage-rules.service.ts'
import { type Cents, dollars, toCents } from '#platform/contract/index.ts'
import type { Ctx, Db } from '#platform/server/index.ts'
import { processFile } from '#submissions/server/upload/process-file.service.ts'
import type { Artwork } from '../../catalogue-import/artwork/artwork.ts'
import { demoArtwork } from '../../catalogue-import/demo.ts'
import { iconsOf, importRow } from '../../catalogue-import/import-artwork.ts'
import { buildApp, type World } from '../http/app.ts'
import { jobContext } from '../part-registry.ts'
import { FATES, offerAsArtist } from './seed-artist.ts'
import { featureDemo } from './seed-collections.ts'
import { subscribeDemo } from './seed-subscriber.ts'

const PASSWORD = 'easel-demo'
const PEOPLE = [
  { email: 'admin@easel.test', name: 'Ada Admin', role: 'admin' },
  { email: 'artist@easel.test', name: 'Aria Artist', role: 'employee' },
  { email: 'client@easel.test', name: 'Cleo Client', role: 'client' },
  { email: 'mate@easel.test', name: 'Mia Mate', role: 'client' },
  { email: 'subscriber@easel.test', name: 'Sam Subscriber', role: 'client' }
] as const
type Email = (typeof PEOPLE)[number]['email']

/** The account that owns the open-licensed artwork. No one signs in with it. */
const LIBRARY = { email: 'library@easel.test', name: 'Open Library', role: 'employee' } as const

const RULES: { category: Artwork['category']; wage: Cents; license_price: Cents; notes: string }[] = [
  { category: 'icon', wage: dollars(4), license_price: toCents(499), notes: 'One icon, SVG on a square grid' },
  { category: 'vector', wage: dollars(9), license_price: toCents(999), notes: 'Spot graphics and patterns' },
  { category: 'background', wage: dollars(12), license_price: toCents(1499), notes: 'At least 1600 by 1200, or a vector' },
  { category: 'illustration', wage: dollars(18), license_price: toCents(1999), notes: 'A whole scene or character' },
  { category: 'logo', wage: dollars(15), license_price: toCents(2999), notes: 'With its monochrome version' }
]

/** Our own artwork, which the demo's artist submits. */
const OWN = 'easel:'

const BATCH = 200
/** The previews of this many works are drawn before the first visit. The others are drawn one by one, when a page first shows them. */
const DRAWN_FIRST = 24
const FREE_EVERY = 7
const FREE_SOON_EVERY = 41
const WEEK_MS = 7 * 86_400_000

/** Creates the demo's accounts. They are marked, so that they cannot sign in where strangers can reach the shop. */
export async function createDemoPeople(db: Db): Promise<{ people: Map<Email, string>; library: User }> {
  const people = new Map<Email, string>()
  for (const person of PEOPLE)
    people.set(person.email, (await createUser(db, { ...person, password: PASSWORD, email_verified: true, is_demo: true })).id)
  const password = randomBytes(24).toString('base64url')
  return { people, library: await createUser(db, { ...LIBRARY, password, email_verified: true, is_demo: true }) }
}

/** Creates the demo's accounts, wage rules, and catalogue. A second run changes nothing. `onProgress` counts artworks. */
export async function seedDemo(world: World, onProgress: Progress): Promise<void> {
  const ctx = jobContext(world)()
  const { people, library } = await createDemoPeople(ctx.db)
  for (const rule of RULES) await setRule(ctx, rule)
  const works = await Array.fromAsync(demoArtwork())
  const offered = works.filter(({ source_key }) => source_key.startsWith(OWN)).slice(-FATES.length)
  await loadArtwork(
    ctx,
    library.id,
    works.filter((work) => !offered.includes(work)),
    onProgress
  )
  const [artist, admin] = [people.get('artist@easel.test')!, people.get('admin@easel.test')!]
  await offerDemo(world, { artist, admin }, offered)
  await feature(world, admin)
  await subscribe(world, { subscriber: people.get('subscriber@easel.test')!, mate: people.get('mate@easel.test')!, admin })
}

async function feature(world: World, admin: string): Promise<void> {
  const app = await buildApp(world)
  await featureDemo({ app, db: world.db, admin: (await createSession(world.db, admin, world.now())).token })
  await app.close()
}

async function subscribe(world: World, people: Record<'subscriber' | 'mate' | 'admin', string>): Promise<void> {
  const app = await buildApp(world)
  const tokenOf = async (id: string) => (await createSession(world.db, id, world.now())).token
  const [subscriber, mate, admin] = await Promise.all([people.subscriber, people.mate, people.admin].map(tokenOf))
  const emails = { subscriber: 'subscriber@easel.test', mate: 'mate@easel.test' }
  const paypal_url = world.ports.paypal.settings.base_url
  await subscribeDemo({ app, subscriber: subscriber!, mate: mate!, admin: admin!, emails, paypal_url })
  await app.close()
}

/** Creates the artist's history, once. */
async function offerDemo(world: World, { artist, admin }: Record<'artist' | 'admin', string>, works: Artwork[]): Promise<void> {
  const { db, now } = world
  const context = jobContext(world)
  const { total } = await assetsOfOwner(db, now(), artist, { search: '', page: 1, page_size: 1 })
  if (total > 0) return
  const app = await buildApp(world)
  const sessionOf = async (id: string) => (await createSession(db, id, now())).token
  const process = (file_id: string) => processFile(context(), file_id)
  await offerAsArtist({ app, artist: await sessionOf(artist), admin: await sessionOf(admin), process }, works)
  await app.close()
}

type Progress = (done: number, total: number) => void

async function loadArtwork(ctx: Ctx, owner_id: string, works: readonly Artwork[], onProgress: Progress): Promise<void> {
  const rows = works.map((work, index) => ({
    ...importRow(work, owner_id, new Date(ctx.now.getTime() - (works.length - index) * 60_000)),
    ...freeTimes(works.length - index, ctx.now)
  }))
  const file_ids: string[] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    file_ids.push(...(await importAssets(ctx.db, ctx.ports.files, rows.slice(start, start + BATCH))).file_ids)
    onProgress(Math.min(start + BATCH, rows.length), rows.length)
  }
  await namePackageIcons(ctx.db, works.flatMap(iconsOf), ctx.now)
  await prepareFiles(ctx.db, ctx.ports.files, file_ids.reverse().slice(0, DRAWN_FIRST), 'soon')
}

/** Every seventh asset is free, and a few will be free next week. `place` counts from the newest. */
function freeTimes(place: number, now: Date): { is_free?: boolean; free_starts_at?: Date } {
  if (place % FREE_SOON_EVERY === 5) return { free_starts_at: new Date(now.getTime() + WEEK_MS) }
  return place % FREE_EVERY === 3 ? { is_free: true } : {}
}
