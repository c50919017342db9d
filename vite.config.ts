import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // The default folder name would shadow the pages /assets/{id}.
    assetsDir: 'static'
  },
  // A worker's codec is a module that it loads on demand.
  worker: { format: 'es' },
  environments: {
    // The HTTP process is part of the bundle: Node alone cannot read .tsx, and the pages must share the server's modules.
    ssr: { build: { rollupOptions: { input: './processes/http/main.ts' } } }
  }
})
