import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLines } from '#tests/support/log-lines.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { currentLog, openLog, withLog } from './log.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const TOKEN = 'q7Xk2PzR9vLm4TnB8wYc1HsD6fGj3AeK5uQo0iVr2Zx'

/** Logs an error and returns the line as text. */
async function logged(details: object): Promise<string> {
  const { log, text } = await openLines()
  log.error(details, 'it failed')
  return text()
}

const withFields = (message: string, fields: object): Error => Object.assign(new Error(message), fields)

test.each<[string, Error]>([
  ['an email address', new Error('No account for ann.smith+shop@example.co.uk.')],
  ['an encoded email address', new Error('GET /verify?next=1 for ann.smith%40example.com failed')],
  ['an email address in a cause', new Error('outer', { cause: new Error('inner', { cause: 'ann.smith@localhost' }) })],
  ['an email address in one of several errors', new AggregateError([new Error('ann.smith@example.com')], 'several')],
  ['the password of a database', new Error('connect postgres://easel:ann.smith@db.internal/easel failed')],
  ['a token in an address', new Error('GET https://shop.example/reset-password?x=1&token=ann.smith#top')],
  ['a signature in an address', new Error('GET /files/1?expires=5&Signature=ann.smith')],
  ['a bearer token', new Error('authorization: Bearer ann.smith.token')],
  ['a session cookie', new Error('cookie: __Host-session=ann.smith; theme=dark')],
  ['a bare token', new Error(`No session ${TOKEN}`)],
  ['the token of a claimant’s page', new Error(`GET /claims/${TOKEN} failed`)],
  [
    'the detail of a unique violation',
    withFields('duplicate key', { code: '23505', detail: 'Key (email)=(ann.smith@x.y) already exists.' })
  ],
  ['such a detail in a message', new Error('Key (lower(name), city)=(ann.smith (II), Rome) already exists.')],
  ['a row that a check refused', new Error('new row violates check\nFailing row contains (1, ann.smith, 5).')],
  ['parameters of a statement', withFields('syntax error', { parameters: ['ann.smith'], query: "select 'ann.smith'" })],
  ['the answer of a mail server', withFields('Message failed: 550 no such user ann.smith', { response: '550 no such user ann.smith' })],
  ['who a mail server refused', withFields('rejected', { rejected: ['ann.smith@example.com'], envelope: { to: 'ann.smith' } })],
  ['what PayPal says about the payer', withFields('PayPal answered 422', { body: { payer: { name: 'ann.smith' } } })],
  ['text that is not JSON', new Error(`Unexpected token 'a', "ann.smith "... is not valid JSON`)]
])('%s is not in the log', async (_what, err) => {
  const line = await logged({ err })
  expect(line).not.toContain('ann.smith')
  expect(line).not.toContain(TOKEN)
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    msg: 'it failed',
    err: { type: expect.any(String), stack: expect.stringContaining(' at ') }
  })
})

test('the log has neither what PostgreSQL repeats of a row nor the value that it could not read', async () => {
  const add = () => sql`insert into platform.use_count (key, window_start, used) values ('ann.smith', to_timestamp(0), 1)`.execute(world.db)
  await add()
  const unique = await add().catch((error: unknown) => error)
  const unreadable = await sql`select ${'ann.smith'}::uuid`.execute(world.db).catch((error: unknown) => error)
  const line = await logged({ err: unique, other: unreadable })
  expect(JSON.parse(line)).toMatchObject({ err: { code: '23505', table: 'use_count' }, other: { code: '22P02' } })
  expect(line).not.toContain('ann.smith')
})

test('fields with secrets and personal text are hidden at any depth, and the rest stays', async () => {
  const order = { id: 7, payer: { email: 'x' }, notes: [{ text: 'Hello', at: new Date(0) }], headers: { authorization: 'Basic x' } }
  const line = JSON.parse(await logged({ order, password: 'fox', user_id: 'u1', head: `3:${'0a'.repeat(32)}` }))
  expect(line).toMatchObject({ user_id: 'u1', head: `3:${'0a'.repeat(32)}`, password: '…' })
  expect(line.order).toEqual({ id: 7, payer: '…', notes: [{ text: '…', at: '1970-01-01T00:00:00.000Z' }], headers: '…' })
})

test('an error keeps its stack, its causes, and the code of the system', async () => {
  const cause = withFields('connect ECONNREFUSED 127.0.0.1:9', { code: 'ECONNREFUSED', port: 9 })
  const { err } = JSON.parse(await logged({ err: new TypeError('fetch failed', { cause }) }))
  expect(err).toMatchObject({
    type: 'TypeError',
    message: 'fetch failed',
    cause: { code: 'ECONNREFUSED', port: 9, message: cause.message }
  })
  expect(err.stack).toContain('log.test.ts')
})

test('a long hostile text is redacted in milliseconds', async () => {
  const texts = ['a@', 'Key (', '://', '?token=', '"', 'A1a-', ', '].map((part) => part.repeat(20_000))
  const start = performance.now()
  await logged({ err: new Error(texts.join('\n')), texts })
  expect(performance.now() - start).toBeLessThan(1000)
})

test('in development, lines are for people', async () => {
  const written: string[] = []
  const log = await openLog({ level: 'info', readable: true, write: (line) => void written.push(line) })
  log.info({ payment_id: 'p1' }, 'a capture failed')
  expect(written.join('')).toMatch(/INFO.*a capture failed\n\s+payment_id: "p1"/)
})

test('code without a context writes to the log of the call that it runs for', async () => {
  const { log, lines } = await openLines()
  await withLog({ log: log.child({ queue: 'mail' }) }, async () => {
    await Promise.resolve()
    currentLog().warn({}, 'inside')
  })
  currentLog().warn({}, 'outside')
  expect(lines()).toMatchObject([{ queue: 'mail', msg: 'inside' }])
})
