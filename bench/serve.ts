/** Serves the built product with the settings of its environment and without jobs. The benchmark starts it as a separate process. */
import { join } from 'node:path'
import { openLog } from '#platform/server/log/log.ts'
import { loadBuilt } from '#processes/http/server.ts'
import { readSettings } from '#processes/settings/read-settings.ts'

const settings = readSettings(process.env)
const server = await loadBuilt(join(import.meta.dirname, '..'), console.error)
await server.startHttp(settings, await openLog(settings.log))
console.log('ready')
