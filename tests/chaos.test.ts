import { expect, test } from 'vitest'
import { runChaos } from './chaos/run.ts'

/** Kills the database and the app, among others. */
const FIXED_SEED = 14
const RANDOM_SEED = Math.floor(Math.random() * 2 ** 31)
/** No schedule starts after this long. */
const MAX_MS = 12_000

test(
  'whatever is killed or away, nothing that was answered is lost, every queue drains, and no file is left over',
  async () => {
    const { failures, played, promises } = await runChaos({ seeds: [FIXED_SEED, RANDOM_SEED], max_ms: MAX_MS, say: console.info })
    const found = failures.map(
      ({ seed, problems, report }) => `npm run chaos -- --seed ${seed} --schedules 1\n${problems.join('\n')}\n${report}`
    )
    expect(found).toEqual([])
    expect(played).toBeGreaterThan(0)
    expect(promises).toBeGreaterThan(0)
  },
  5 * 60_000
)
