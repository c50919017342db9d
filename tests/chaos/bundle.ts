import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = 'virtual:react-router/server-build'
const FILE_STORE = join(ROOT, 'platform/server/files/file-store.ts')
const PACE = /\bPACE_MS = \d+/
const FAULTY_STORE = join(import.meta.dirname, 'processes/faulty-file-store.ts')

/** Leaves out the pages, which need a build of their own, puts a file store in place that fails on command, and removes the pauses between checks at PayPal. */
const inChaos: Plugin = {
  name: 'easel-chaos',
  enforce: 'pre',
  resolveId: {
    filter: { id: [/file-store\.ts$/, /^virtual:/] },
    async handler(id, importer, options) {
      if (id === PAGES) return `\0${PAGES}`
      if (importer === FAULTY_STORE) return undefined
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      return found?.id === FILE_STORE ? FAULTY_STORE : found
    }
  },
  transform: {
    filter: { id: /captured\.service\.ts$/ },
    handler(code) {
      if (!PACE.test(code)) this.error('The pace of the checks at PayPal was not found.')
      return code.replace(PACE, 'PACE_MS = 0')
    }
  },
  load: (id) => (id === `\0${PAGES}` ? 'export const routes = {}, assets = { routes: {} }' : undefined)
}

/** Bundles the server's own code for plain Node, which cannot read .tsx. Returns the file to run. */
export async function bundleServer(): Promise<string> {
  // Inside the repository, because the bundle imports packages by name.
  const outDir = join(ROOT, `build/chaos/${process.pid}`)
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [inChaos],
    build: {
      ssr: join(import.meta.dirname, 'processes/server-main.ts'),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'server-main.js' } }
    }
  })
  return join(outDir, 'server-main.js')
}
