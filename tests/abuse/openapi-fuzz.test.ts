import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLES, type Role } from '#platform/contract/index.ts'
import { describeApi, type OpenApi } from '#platform/server/http/openapi.ts'
import { type Answered, checkAnswers } from '#tests/support/fuzz/answers.ts'
import { callsOf, type Described, operationsOf, requestOf, wordsOf } from '#tests/support/fuzz/calls.ts'
import { givenFuzzedThings, KnownIds } from '#tests/support/fuzz/things.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'

/** Calls of each endpoint. */
const RUNS = Number(process.env['NUM_RUNS'] ?? 52)
const SEED = Number(process.env['FUZZ_SEED'] ?? 13)
const ONLY = process.env['FUZZ_ONLY'] ?? ''

type Caller = 'visitor' | Role

let market: Market
let description: OpenApi
const ids = new KnownIds()

beforeAll(async () => {
  market = await freshMarket()
  const endpoints = [...market.app.mounted.values()].map(({ endpoint }) => endpoint)
  description = JSON.parse(JSON.stringify(describeApi(endpoints, { title: 'Easel API', version: '1' }))) as OpenApi
  await givenFuzzedThings(market)
  await learnLists()
})
afterAll(() => market.end())

/** Reads every list once for each role, so that the first calls already find something. */
async function learnLists(): Promise<void> {
  const lists = operationsOf(description).filter(({ method, path }) => method === 'get' && !path.includes('{'))
  for (const role of ROLES)
    for (const { path } of lists) {
      const answer = await market.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${await tokenOf(role)}` } })
      if (answer.statusCode === 200) ids.learn(path, answer.body)
    }
}

/** Most calls come from those who may make them, the others from everyone in turn. */
function callersOf({ operation }: Described): Caller[] {
  const everyone: Caller[] = ['visitor', ...ROLES]
  const allowed = everyone.filter((caller) => operation['x-access'].some((one) => one === caller))
  const most = allowed.length > 0 ? allowed : operation['x-access'].includes('signed_in') ? [...ROLES] : everyone
  return Array.from(
    { length: RUNS },
    (_, index) => (index % 5 === 0 ? everyone : most)[index % (index % 5 === 0 ? everyone : most).length] ?? 'visitor'
  )
}

/** A call may have ended the person's session, account, or role: then another person takes their place. */
const generation = { client: 0, employee: 0, admin: 0 }
/** Roles whose person was signed in after the last call that could have changed that. */
const signedIn = new Set<Role>()
async function tokenOf(role: Role): Promise<string> {
  const { token } = await market.person(role, generation[role] === 0 ? role : `${role} ${generation[role]}`)
  if (signedIn.has(role)) return token
  const answer = await market.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  if (answer.statusCode === 200 && (answer.json() as { user: { role: string } }).user.role === role) {
    signedIn.add(role)
    return token
  }
  generation[role] += 1
  return tokenOf(role)
}

async function send(request: Awaited<ReturnType<typeof requestOf>>, caller: Caller, nth: number): Promise<Answered> {
  const authorization = caller === 'visitor' ? {} : { authorization: `Bearer ${await tokenOf(caller)}` }
  const started = performance.now()
  const answer = await market.app.inject({
    ...request,
    headers: { ...request.headers, ...authorization },
    // Limits count per network address, and are tested elsewhere.
    remoteAddress: `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
    payloadAsStream: true
  })
  const type = String(answer.headers['content-type'] ?? '')
  const text = type.startsWith('text/event-stream') ? '' : await textOf(answer.stream())
  if (text === '') answer.stream().destroy()
  if (request.method !== 'GET' && mayHaveEndedSessions(answer.statusCode)) signedIn.clear()
  return { status: answer.statusCode, type, text, ms: performance.now() - started }
}

/** A call that is refused for its values changes nothing. */
const mayHaveEndedSessions = (status: number): boolean => status < 400 || status === 401 || status === 403

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

test(`${RUNS} calls of each endpoint with right and wrong values lead to no internal error, and all answers fit the description`, async () => {
  console.info(`FUZZ_SEED=${SEED} NUM_RUNS=${RUNS}`)
  const problemWith = checkAnswers(description)
  const words = wordsOf(description)
  const problems: string[] = []
  const succeeded = new Set<string>()
  let nth = 0
  for (const described of operationsOf(description).filter(({ name }) => name.includes(ONLY))) {
    const callers = callersOf(described)
    const found: string[] = []
    for (const [index, drawn] of fc.sample(callsOf(described), { numRuns: RUNS, seed: SEED + crc32(described.name) }).entries()) {
      const request = await requestOf(described, drawn, {
        id: (at) => ids.find(described.path, at),
        word: (at) => words[at % words.length] ?? ''
      })
      const caller = callers[index] ?? 'visitor'
      nth += 1
      const answered = await send(request, caller, nth)
      if (answered.status < 300) {
        ids.learn(described.path, answered.text)
        succeeded.add(described.name)
      }
      const problem = problemWith(described, answered)
      if (problem) found.push(`${described.name} by ${caller}: ${problem}\n  ${shown(request)}\n  ${answered.text.slice(0, 300)}`)
    }
    problems.push(...found.slice(0, 3))
  }
  console.info(`${nth} calls; ${succeeded.size} endpoints answered with success`)
  expect(problems).toEqual([])
  // Otherwise the calls no longer get past validation.
  if (RUNS > 50 && ONLY === '') expect(succeeded.size).toBeGreaterThan(operationsOf(description).length / 2)
}, 600_000)

const shown = ({ url, payload, headers }: Awaited<ReturnType<typeof requestOf>>) =>
  JSON.stringify({ url, headers, payload: String(payload ?? '').slice(0, 400) })
