/** The built product on the settings of its environment, without jobs: started by the benchmark as a process of its own. */
import { join } from 'node:path'
import { loadBuilt } from '#processes/server.ts'
import { readSettings } from '#processes/settings.ts'

const settings = readSettings(process.env)
const server = await loadBuilt(join(import.meta.dirname, '..'), console.error)
await server.startHttp(settings)
console.log('ready')
