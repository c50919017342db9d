import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attach, givenRequest } from '#tests/support/givens/requests.ts'
import { picture } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const HEAVY = 8

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

async function sender(name: string) {
  const { token } = await world.person('client', name)
  const { id } = await givenRequest(world, { client: name })
  return (bytes: Buffer) => attach(world, token, id, { name: 'a.png', bytes })
}

test("one person's heavy pictures do not delay the picture of another", async () => {
  const heavy = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const [one, other] = [await sender('One'), await sender('Other')]
  const light = await picture()
  // The first picture of each starts a decoder, which takes longer than reading a heavy one.
  await Promise.all([one(light), other(light)])
  let done = 0
  const works = Array.from({ length: HEAVY }, async () => {
    expect((await one(heavy)).status).toBe(201)
    done += 1
  })
  await expect.poll(() => done, { timeout: 15_000 }).toBeGreaterThan(0)
  expect((await other(light)).status).toBe(201)
  expect(done).toBeLessThan(HEAVY - 2)
  await Promise.all(works)
})
