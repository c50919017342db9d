import { expect, test } from 'vitest'
import { runChaos } from './chaos/run.ts'

/** Kills the database and the app, and loses answers of PayPal. `npm run chaos` plays hundreds of random ones. */
const SEED = 14
const MAX_MS = 60_000

test(
  'whatever is killed or away, nothing that was answered is lost, every queue drains, and no file is left over',
  async () => {
    const { failures, played, promises } = await runChaos({ seeds: [SEED], max_ms: MAX_MS, say: console.info })
    const found = failures.map(
      ({ seed, problems, report }) => `npm run chaos -- --seed ${seed} --schedules 1\n${problems.join('\n')}\n${report}`
    )
    expect(found).toEqual([])
    expect(played).toBe(1)
    expect(promises).toBeGreaterThan(0)
  },
  5 * 60_000
)
