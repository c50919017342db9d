import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/** These modules only define things, so a script that needs none of them does not load them and the schema library. */
const WITHOUT_EFFECTS = { moduleSideEffects: [{ test: /\/business\/.*(contract|rules)\.ts$/, sideEffects: false }] }

/** As React Router's plugin names the frame around every page. */
const ROOT = `${join(import.meta.dirname, 'business/root.tsx')}?__react-router-build-client-route`
/** What the frame would pull in by name only: a page that uses it loads it. */
const NOT_SHARED = /contract\.ts$|\/zod\//

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Puts what the frame around every page imports, however indirectly, into the kit. */
function kitOfFrame() {
  let imported: Set<string> | undefined
  return (id: string, modules: Modules): string | null => {
    imported ??= importsOf(ROOT, modules)
    return imported.has(id) ? 'kit' : null
  }
}

function importsOf(first: string, modules: Modules): Set<string> {
  const found = new Set<string>()
  const next = [first]
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id) || NOT_SHARED.test(id)) continue
    found.add(id)
    next.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * What most pages need comes in two scripts and one stylesheet that the browser keeps: the framework, and the kit with the frame around
 * every page and what many pages share. Dozens of small files would compress worse and wait for each other on a phone.
 */
const SHARED_BY_MANY_PAGES = {
  groups: [
    { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
    { name: 'kit', test: /\/platform\/web\/|@tabler\/icons-react|rules\.ts$/, minShareCount: 12, priority: 2 },
    { name: kitOfFrame(), debugName: 'kit of the frame', priority: 1 }
  ]
}

/**
 * Writes the server's characters beyond ASCII as escapes. With a single one, V8 would keep two bytes for each character of the whole bundle.
 */
const oneBytePerCharacter: Plugin = {
  name: 'one-byte-per-character',
  applyToEnvironment: ({ name }) => name === 'ssr',
  // The chunks are printed once more after they are rendered.
  generateBundle: (_options, bundle) => {
    for (const output of Object.values(bundle))
      if (output.type === 'chunk')
        output.code = output.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  }
}

export default defineConfig({
  plugins: [reactRouter(), oneBytePerCharacter],
  build: {
    // The default folder name would shadow the pages /assets/{id}.
    assetsDir: 'static'
  },
  // A worker's codec is a module that it loads on demand.
  worker: { format: 'es' },
  environments: {
    client: { build: { rolldownOptions: { treeshake: WITHOUT_EFFECTS, output: { codeSplitting: SHARED_BY_MANY_PAGES } } } },
    // The HTTP process is part of the bundle: Node alone cannot read .tsx, and the pages must share the server's modules.
    ssr: { build: { rollupOptions: { input: './processes/http/main.ts' } } }
  }
})
