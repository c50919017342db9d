import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** These modules only define things, so a script that needs none of them does not load them and the schema library. */
const WITHOUT_EFFECTS = { moduleSideEffects: [{ test: /\/business\/.*(contract|rules)\.ts$/, sideEffects: false }] }

/**
 * What most pages need comes in two scripts and one stylesheet that the browser keeps: the framework, and the parts of the kit that
 * many pages share. Dozens of small files would compress worse and wait for each other on a phone.
 */
const SHARED_BY_MANY_PAGES = {
  groups: [
    { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
    { name: 'kit', test: /\/platform\/web\/|@tabler\/icons-react|rules\.ts$/, minShareCount: 12, priority: 1 }
  ]
}

export default defineConfig({
  plugins: [reactRouter()],
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
