import './commands.ts'
import '#processes/startup/exit-with-parent.ts'
import { openLog } from '#platform/server/index.ts'
import { prepareDatabase, startHttp, startWorker } from '#processes/http/main.ts'
import { readSettings } from '#processes/settings/read-settings.ts'

/** Runs the product's own server code as one process: `app`, `worker`, or `migrate`. */
const settings = readSettings(process.env)
const role = process.argv[2]

if (role === 'migrate') {
  await prepareDatabase(settings.database_url ?? '')
  process.exit(0)
}
const log = await openLog({ level: 'warn', readable: false })
if (role === 'app') await startHttp(settings, log)
else await startWorker(settings, log)
process.send?.({ ready: true })
