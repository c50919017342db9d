import { basename, join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * These modules only define things, so a script that needs none of them does not load them. Otherwise a page that uses one thing of another
 * part would load everything that its web/index.ts names, and a contract would bring the schema library.
 */
const WITHOUT_EFFECTS = {
  moduleSideEffects: [{ test: /\/business\/.*(contract|rules)\.ts$|\/(business|platform)\/.*web\/.*\.tsx?$/, sideEffects: false }]
}

const fileOf = (path: string): string => join(import.meta.dirname, 'business', path)
/** As React Router's plugin names what the browser loads of a page. */
const pageOf = (path: string): string => `${fileOf(path)}-page.tsx?__react-router-build-client-route`

/** What every page loads. */
const FRAME = [`${fileOf('root.tsx')}?__react-router-build-client-route`, fileOf('entry.client.tsx')]
/** Where most visits begin, and what such a page loads once it rests or at the first click. A first visit loads nothing that only later pages share. */
const HOME = pageOf('storefront/web/home/home')
const HEART = fileOf('collections/web/hearts/heart-button.tsx')
const DIALOG = fileOf('licensing/web/acquire/acquire-dialog.tsx')
const FIRST_LOADS = [
  HOME,
  HEART,
  ...['storefront/web/asset/asset', 'storefront/web/pricing/pricing', 'accounts/web/sign-in/login'].map(pageOf),
  DIALOG
]

const TOOLKIT = /\/platform\/web\//
const SHARED = /\/platform\/(web|contract)\/|@tabler\/icons-react|rules\.ts$/
/** What a script would pull in by name only: a page that uses it loads it. */
const NOT_SHARED = /contract\.ts$|\/zod\//
/** These only name what other files define. Who imports from them needs no more than the files of those names. */
const ONLY_NAMES = /\/web\/(index|ui\/icons)\.ts$/

type Modules = { getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null }

/** What the frame, and each first load, imports. */
let needs: { frame: Set<string>; loads: Set<string>[] } | undefined

/** What the frame needs, and what the home page shares with many others. */
function kit(id: string, modules: Modules): string | null {
  needs ??= { frame: importsOf(FRAME, modules), loads: FIRST_LOADS.map((first) => importsOf([first], modules)) }
  const [first, second] = firstLoadsWith(id)
  const isShared = second === undefined ? TOOLKIT.test(id) : SHARED.test(id)
  return needs.frame.has(id) || (first === HOME && isShared) ? 'kit' : null
}

/** What most pages with forms share. */
const forms = (id: string): string | null => (firstLoadsWith(id).length > 0 ? 'forms' : null)

/** What the home page shares with other first loads: the cards of artwork. What else a first page shares is a script of its own. */
function cards(id: string): string | null {
  const [first, second] = firstLoadsWith(id)
  if (first === undefined || first === DIALOG) return null
  return second !== undefined && (first === HOME || first === HEART) ? 'cards' : basename(first).replace(/\.tsx.*/, '-and-more')
}

const firstLoadsWith = (id: string): string[] => FIRST_LOADS.filter((_, place) => needs?.loads[place]?.has(id))

/** Returns what modules import, however indirectly. */
function importsOf(first: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>()
  const next = first.flatMap((id) => importedBy(id, modules))
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id) || NOT_SHARED.test(id)) continue
    found.add(id)
    next.push(...importedBy(id, modules))
  }
  return found
}

function importedBy(id: string, modules: Modules): string[] {
  const { code, importedIds = [] } = modules.getModuleInfo(id) ?? {}
  return importedIds.flatMap((imported) => (ONLY_NAMES.test(imported) ? filesNamedIn(code ?? '', imported, modules) : [imported]))
}

/** Returns the files that define what the code imports by name from a file that only names it. */
function filesNamedIn(code: string, naming: string, modules: Modules): string[] {
  const names = new Set(namesIn(code).flatMap(({ from, own }) => (naming.endsWith(from) ? own : [])))
  const { code: list, importedIds = [] } = modules.getModuleInfo(naming) ?? {}
  const files = namesIn(list ?? '').filter(({ others }) => others.some((name) => names.has(name)))
  return importedIds.filter((imported) => files.some(({ from }) => imported.endsWith(from)))
}

const IMPORTS = /^(?:im|ex)port \{ (.+?) \} from "(?:#|(?:\.{1,2}\/)+)?(.+?)"/gm

/** Returns the imports and exports by name in compiled code: how the other file calls each (`own`), and how this one does (`others`). */
function namesIn(code: string): { from: string; own: string[]; others: string[] }[] {
  return [...code.matchAll(IMPORTS)].map(([, list = '', from = '']) => {
    const pairs = list.split(', ').map((pair) => pair.split(' as '))
    return { from: `/${from}`, own: pairs.map(([name = '']) => name), others: pairs.map((pair) => pair.at(-1) ?? '') }
  })
}

/**
 * What many pages need comes in a few scripts and stylesheets that the browser keeps: the framework, the kit, the cards of artwork, what
 * forms need, and what the desks of those who work here share. Dozens of small files would compress worse and wait for each other on a phone.
 */
const SHARED_BY_MANY_PAGES = {
  groups: [
    { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 5 },
    { name: kit, debugName: 'kit', priority: 4 },
    { name: forms, debugName: 'forms', test: TOOLKIT, minShareCount: 12, priority: 3 },
    { name: cards, debugName: 'cards', minShareCount: 2, priority: 2 },
    { name: 'desk', test: SHARED, minShareCount: 12, priority: 1 }
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

/**
 * What the server alone uses of these comes into its bundle: Node keeps the text of every file that it reads, as long as it runs. Zod is not
 * among them, because processes/start.ts needs it too.
 */
const BUNDLED = ['@react-router/node', 'cron-parser', 'kysely', 'luxon', 'pg-boss', 'react-router', 'serialize-error']

/** Names stay, because errors in the log show them. */
const WITHOUT_SPACE = { comments: false, minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } } as const

export default defineConfig(({ command }) => ({
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
    ssr: {
      // While developing, Node loads them itself.
      ...(command === 'build' && { resolve: { noExternal: BUNDLED } }),
      build: { rolldownOptions: { input: './processes/http/main.ts', output: WITHOUT_SPACE } }
    }
  }
}))
