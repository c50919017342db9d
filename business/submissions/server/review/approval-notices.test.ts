import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenPrice } from '#tests/support/givens/sales.ts'
import { type AssetGiven, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { resubmitAsset } from '../../contract.ts'
import { decideAsset, decideAssets, withholdAsset } from '../../review.contract.ts'
import { mailApprovals } from './approval-notices.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  await givenPrice(world, 'icon', '10', '4')
})
afterAll(() => world.end())

const uploaded = async (asset: AssetGiven) => (await uploadedAsset(world, asset)).asset_id
const approve = async (...ids: string[]) => (await world.as('admin'))(decideAssets, { body: { ids, status: 'approved' } })

/** Runs the job so many minutes after noon and returns the emails that the artist has got. */
async function mailsOf(artist: string, minutes: number) {
  world.at(new Date(Date.parse('2026-03-01T12:00:00Z') + minutes * 60_000).toISOString())
  await mailApprovals(world.ctx())
  const { email } = await world.person('employee', artist)
  return (await world.mails()).filter(({ to }) => to === email)
}

test('a batch of approvals becomes one email some minutes later, with the titles and the wages', async () => {
  const ids = [await uploaded({ artist: 'Ann', title: 'Blue fox' }), await uploaded({ artist: 'Ann', title: 'Gray owl' })]
  const other = await uploaded({ artist: 'Ben', title: 'Red hen' })
  world.at('2026-03-01T12:00:00Z')
  await approve(...ids, other)
  expect(await mailsOf('Ann', 2)).toEqual([])
  const [mail, ...more] = await mailsOf('Ann', 3)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: '2 of your assets were approved' })
  expect(mail?.text).toMatch(/\$8\.00 are in your earnings/)
  expect(mail?.text).toMatch(/“Blue fox”\n“Gray owl”/)
  expect((await mailsOf('Ben', 4)).map(({ subject }) => subject)).toEqual(['Your asset was approved'])
  expect(await mailsOf('Ann', 60)).toHaveLength(1)
})

test('a reviewer who goes on approving delays the email by at most twenty minutes', async () => {
  for (let minute = 0; minute <= 20; minute += 2) {
    const id = await uploaded({ artist: 'Cora', title: `Pose ${minute}` })
    world.at(new Date(Date.parse('2026-03-01T12:00:00Z') + minute * 60_000).toISOString())
    await approve(id)
    expect(await mailsOf('Cora', minute)).toHaveLength(minute < 20 ? 0 : 1)
  }
})

test('the job of ten processes at the same time sends one email', async () => {
  const id = await uploaded({ artist: 'Dan', title: 'Small elk' })
  world.at('2026-03-01T12:00:00Z')
  await approve(id)
  world.at('2026-03-01T12:05:00Z')
  await Promise.all(Array.from({ length: 10 }, () => mailApprovals(world.ctx())))
  expect(await mailsOf('Dan', 6)).toHaveLength(1)
})

test('an asset that was withheld meanwhile is not announced', async () => {
  const id = await uploaded({ artist: 'Eve', title: 'Wild cat' })
  world.at('2026-03-01T12:00:00Z')
  await approve(id)
  await (await world.as('admin'))(withholdAsset, { params: { id }, body: { reason: 'A claim.' } })
  expect((await mailsOf('Eve', 10)).filter(({ subject }) => /approved/.test(subject))).toEqual([])
})

test('the artist of a resubmitted asset is told what comes next', async () => {
  const id = await uploaded({ artist: 'Flo', title: 'Dark heron' })
  await (await world.as('admin'))(decideAsset, {
    params: { id },
    body: { status: 'rejected', reason: 'Too dark.', reason_codes: ['quality'] }
  })
  await (await world.as('employee', 'Flo'))(resubmitAsset, { params: { id } })
  const mail = (await mailsOf('Flo', 0)).find(({ subject }) => subject === 'Your asset is in review again')
  expect(mail?.text).toMatch(/new version of “Dark heron”.*\n\n.*a reviewer compares it/s)
  expect(mail?.text).not.toMatch(/appeal/)
})
