import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobHandler, NOT_STOPPING } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { jobs } from './part-registry.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** What a worker passes when the schedule sent no data. */
const runUnasked = ({ run }: { run(data: object, stopping: AbortSignal): Promise<void> }) => run({}, NOT_STOPPING)

test('every scheduled job runs without data', async () => {
  const scheduled = jobs(world.ctx).filter(({ cron }: JobHandler) => cron)
  expect(scheduled.length).toBeGreaterThan(8)
  for (const job of scheduled)
    await expect(
      Promise.resolve().then(() => runUnasked(job)),
      job.name
    ).resolves.not.toThrow()
})
