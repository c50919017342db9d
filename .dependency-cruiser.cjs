/** Which folder may import which; docs/architecture.md explains it. Run by `npm run borders`. */
const MODULES = require('./business/modules.json')
const one = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const TEST = '\\.test\\.tsx?$'
const QUERIES = 'queries\\.ts$'
/** Libraries of 2 to 4 MB that a process may never need. Of css-tree, import the parts: css-tree/parser and the like are small. */
const LOADED_LATER = '^node_modules/(@modelcontextprotocol|css-tree/lib/index\\.js|nodemailer|@?better-auth|postal-mime)'
const SEED = '^processes/seed/'
const ASSISTANTS = '^business/assistants/server/(answer-message|mcp-server|tools/.+)\\.ts$'

module.exports = {
  forbidden: [
    one('no-cycles', 'No import cycles, not even of types.', { pathNot: '^\\.react-router' }, { circular: true }),
    one(
      'web-never-server',
      'Pages reach the server through the API only.',
      { path: '^business/[^/]+/web/|^platform/web/' },
      { path: '/server/|^platform/(server|database)' }
    ),
    one(
      'server-never-web',
      'The server does not import pages.',
      { path: '/server/|^platform/database', pathNot: TEST },
      { path: '^business/[^/]+/web/|^platform/web/|^node_modules/react(-dom)?/' }
    ),
    one(
      'contract-is-pure',
      'Contracts and rules import only contracts and rules.',
      { path: '^business/[^/]+/([a-z-]+\\.contract|[a-z-]+\\.rules|contract|rules)\\.ts$' },
      { pathNot: '^business/[^/]+/([a-z-]+\\.contract|[a-z-]+\\.rules|contract|rules)\\.ts$|^platform/contract|^node_modules/zod' }
    ),
    one(
      'rules-are-zod-free',
      'Rules are bundled for the browser.',
      { path: '^business/[^/]+/([a-z-]+\\.rules|rules)\\.ts$' },
      { pathNot: '^business/[^/]+/([a-z-]+\\.rules|rules)\\.ts$|^platform/contract/(money|grants|key-scopes)\\.ts$' }
    ),
    one(
      'platform-knows-no-business',
      'The platform does not depend on the business.',
      { path: '^platform' },
      { path: '^business|^processes|^sandbox' }
    ),
    one(
      'business-knows-no-process',
      'Only processes may import everything.',
      { path: '^business', pathNot: TEST },
      { path: '^processes|^sandbox|^tests' }
    ),
    one(
      'sandbox-stands-alone',
      'The PayPal sandbox shares no code with the product.',
      { path: '^sandbox', pathNot: TEST },
      { path: '^business|^platform|^processes' }
    ),
    one(
      'routes-do-not-query',
      'HTTP route -> service -> queries.',
      { path: '^business/[^/]+/server/routes\\.ts$' },
      { path: `${QUERIES}|^node_modules/kysely` }
    ),
    one(
      'only-queries-speak-sql',
      'kysely is imported by queries and tables only.',
      { path: '^business/[^/]+/server/', pathNot: `${QUERIES}|/tables\\.ts$|${TEST}` },
      { path: '^node_modules/kysely' }
    ),
    one(
      'queries-know-no-service',
      'Data flows one way.',
      { path: '^business/[^/]+/server/.*queries\\.ts$' },
      { path: '/server/.*(service|routes)\\.ts$' }
    ),
    one(
      'loaded-when-needed',
      'These libraries are loaded by `await import()`, so that a process that rests takes less memory.',
      { path: '^(business|platform|processes)/', pathNot: `${TEST}|${ASSISTANTS}|${SEED}|^processes/(doctor|commands)/|\\.d\\.ts$` },
      { path: `${LOADED_LATER}|${ASSISTANTS}|${SEED}`, dynamic: false, dependencyTypesNot: ['type-only'] }
    ),
    one(
      'public-face-only',
      'Another part is used through contract.ts, rules.ts, server/index.ts or web/index.ts.',
      { path: '^business/([^/]+)/', pathNot: TEST },
      {
        path: '^business/[^/]+/',
        pathNot:
          '^business/$1/|^business/[^/]+/(([a-z-]+\\.contract|[a-z-]+\\.rules|contract|rules)\\.ts|server/index\\.ts|web/index\\.ts)$'
      }
    ),
    ...Object.entries(MODULES).map(([module, allowed]) =>
      one(
        `parts-of-${module}`,
        `${module} may use: ${allowed.join(', ') || 'no other part'}.`,
        { path: `^business/${module}/`, pathNot: TEST },
        { path: '^business/[^/]+/', pathNot: `^business/(${[module, ...allowed].join('|')})/` }
      )
    )
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\+types|^build|^virtual:' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] }
  }
}
