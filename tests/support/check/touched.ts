/** The tests and journeys that `npm test -- --changed` runs for a set of changed files. */
export type Choice = {
  /** For Vitest: files, and folders that end in `/`. */
  tests: string[]
  specs: string[]
  parts: string[]
  folders: string[]
  /** Parts that use a changed contract, rule or server face: they are type-checked, but only `npm test` runs their tests. */
  leftOut: string[]
}

/** The parts that each part may use (`business/modules.json`). */
export type Modules = Record<string, readonly string[]>

/** The journey of each part that runs when the part changes. `npm test` runs all of them. */
const SMOKE: Record<string, string> = {
  accounting: 'staff/payouts',
  accounts: 'accounts/people',
  assistants: 'accounts/developers',
  backoffice: 'staff/payouts',
  careers: 'staff/careers',
  claims: 'staff/claims',
  catalogue: 'public/catalogue',
  coupons: 'buying/orders',
  collections: 'buying/collections',
  developers: 'accounts/developers',
  help: 'public/information',
  icons: 'developers/outside-developer',
  invoicing: 'buying/invoices',
  licensing: 'buying/checkout',
  marketing: 'staff/news',
  operations: 'staff/operations',
  payments: 'buying/checkout',
  payroll: 'staff/payouts',
  platform: 'public/offline',
  processes: 'public/headers',
  privacy: 'accounts/own-account',
  requests: 'public/offline',
  sandbox: 'buying/checkout',
  storefront: 'public/catalogue',
  submissions: 'staff/staff',
  subscriptions: 'buying/downloads',
  tools: 'tools/labels'
}

/** Tests of the whole application that take a few seconds together. */
const CROSSCUTTING = ['tests/borders.test.ts', 'tests/openapi.test.ts', 'tests/security-doc.test.ts', 'tests/texts.test.ts']
/** Folders that are not parts, and the tests that cover them. */
const FOLDERS: Record<string, string[]> = {
  tests: ['tests/support/'],
  platform: ['platform/', 'tests/access.test.ts'],
  processes: ['processes/', 'tests/access.test.ts', 'tests/headers.test.ts'],
  sandbox: ['sandbox/', 'business/payments/'],
  'catalogue-import': ['catalogue-import/']
}
/** Journeys that fit into the time. A changed spec file takes precedence over a part's smoke test. */
const SPECS_MAX = 2
const PART_FILE = /^business\/([a-z]+)\/(.*)$/
/** The files of a part that other parts may import. */
const PUBLIC_FACE = /(^|\/)([a-z-]+\.)?(contract|rules)\.ts$|^server\/index\.ts$/

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isSpec = (file: string) => /^tests\/journeys\/.*\.spec\.ts$/.test(file)
const isCode = (file: string) => /\.(tsx?|js|css|sql|json)$/.test(file)

/** Chooses tests and journeys for the changed files: paths relative to the repository, also of deleted files. */
export function choose(changed: readonly string[], modules: Modules, exists: (file: string) => boolean): Choice {
  const present = changed.filter(exists)
  const code = changed.filter((file) => isCode(file) && !isTest(file) && !isSpec(file))
  const [parts, folders] = [touchedParts(code), touchedFolders(code)]
  const tests = withoutInner([
    ...parts.map((part) => `business/${part}/`),
    ...folders.flatMap((folder) => FOLDERS[folder] ?? []),
    ...present.filter(isTest),
    ...(code.length > 0 ? CROSSCUTTING : [])
  ])
  const users = code.filter(isFace).flatMap((file) => usersOf(partOf(file), modules))
  const leftOut = [...new Set(users)].filter((part) => !parts.includes(part)).sort()
  return { tests, specs: chooseSpecs(present.filter(isSpec), [...parts, ...folders]), parts, folders, leftOut }
}

const isFace = (file: string) => PUBLIC_FACE.test(PART_FILE.exec(file)?.[2] ?? '')
const partOf = (file: string) => PART_FILE.exec(file)?.[1] ?? ''
const usersOf = (part: string, modules: Modules) => Object.keys(modules).filter((other) => modules[other]?.includes(part))
const touchedParts = (files: readonly string[]) => [...new Set(files.map(partOf).filter(Boolean))].sort()

const touchedFolders = (files: readonly string[]) =>
  [...new Set(files.map((file) => file.split('/')[0] ?? ''))].filter((folder) => folder in FOLDERS).sort()

/** Omits files inside a chosen folder. */
const withoutInner = (places: readonly string[]) =>
  [...new Set(places)].filter((place) => !places.some((other) => other !== place && other.endsWith('/') && place.startsWith(other)))

function chooseSpecs(changed: readonly string[], touched: readonly string[]): string[] {
  const smoke = touched.flatMap((name) => SMOKE[name] ?? []).map((name) => `tests/journeys/${name}.spec.ts`)
  const wanted = [...new Set(smoke)].filter((spec) => !changed.includes(spec))
  return [...changed, ...wanted.slice(0, Math.max(0, SPECS_MAX - changed.length))]
}
