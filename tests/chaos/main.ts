import { parseArgs } from 'node:util'
import { runChaos } from './run.ts'

const MINUTE_MS = 60_000

/** `npm run chaos -- --seed 7 --schedules 50 --minutes 10` plays schedules of faults against the whole product. Exit code 1 if one fails. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    schedules: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '10' },
    lanes: { type: 'string', default: '2' },
    store: { type: 'string', default: 'folder' }
  }
})
const store = values.store === 's3' ? 's3' : 'folder'
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const seeds = Array.from({ length: Number(values.schedules) }, (_, at) => seed + at)
const { played, failures, promises, faults } = await runChaos({
  seeds,
  max_ms: Number(values.minutes) * MINUTE_MS,
  lanes: Number(values.lanes),
  store,
  say: (line) => console.log(line)
})
console.log([...faults].map(([name, count]) => `${count} × ${name}`).join('\n'))
for (const { seed: failed, problems, report } of failures) {
  console.error(`\nSchedule ${failed} failed:\n${problems.join('\n')}\n\n${report}`)
  console.error(`\nReplay it: npm run chaos -- --seed ${failed} --schedules 1${store === 's3' ? ' --store s3' : ''}`)
}
console.log(`${played} schedules from seed ${seed}, ${promises} promises, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
