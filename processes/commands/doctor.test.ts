import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeClamd } from '#tests/support/servers/fake-clamd.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'easel-doctor-'))
const SECRET = 'k9-very-secret-word'

let world: World
let smtp: SMTPServer
let paypal: Server
let silent: TcpServer
let clamd: Awaited<ReturnType<typeof startFakeClamd>>
let healthy: Record<string, string>
let paypalSkew = 0

beforeAll(async () => {
  world = await freshWorld()
  await world.files.put('first', Buffer.from('x'), 'text/plain')
  smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) => done(password === SECRET ? null : new Error('535 wrong password'), { user: 'shop' })
  })
  smtp.on('error', () => {})
  paypal = createServer((request, answer) => {
    const isRight = request.headers.authorization === `Basic ${Buffer.from(`shop:${SECRET}`).toString('base64')}`
    answer.writeHead(isRight ? 200 : 401, { date: new Date(Date.now() + paypalSkew).toUTCString() }).end('{}')
  })
  silent = createTcpServer(() => {})
  clamd = await startFakeClamd()
  for (const server of [smtp, paypal, silent]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  healthy = {
    DATA_DIR: folder,
    FILES_URL: folder,
    DATABASE_URL: world.db.pool.options.connectionString!,
    SMTP_URL: `smtp://shop:${SECRET}@127.0.0.1:${portOf(smtp.server)}`,
    PAYPAL_BASE_URL: `http://127.0.0.1:${portOf(paypal)}`,
    PAYPAL_CLIENT_ID: 'shop',
    PAYPAL_CLIENT_SECRET: SECRET,
    PAYPAL_WEBHOOK_ID: 'WH-1',
    CLAMAV_URL: clamd.url
  }
})
afterAll(async () => {
  await clamd.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  for (const server of [paypal, silent]) server.close()
  await world.end()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

type Ran = { code: number; lines: Record<string, string>; output: string }

/** Runs the command with only these settings. */
function doctor(env: Record<string, string>, ...words: string[]): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env
  return new Promise((resolve) => {
    const options = { env: { PATH, HOME, ...env }, encoding: 'utf8', timeout: 20_000 } as const
    execFile(process.execPath, ['processes/commands/doctor.ts', ...words], options, (error, stdout, stderr) => {
      const output = stdout + stderr
      const lines = [...stdout.matchAll(/^([✓!✗–]) (.{14}) (.+)$/gm)].map(([, sign, name = '', text]) => [name.trim(), `${sign} ${text}`])
      resolve({ code: error ? Number(error.code) : 0, lines: Object.fromEntries(lines), output })
    })
  })
}

test('a healthy installation has a good line for everything, and nothing is left behind', async () => {
  const { code, lines, output } = await doctor(healthy)
  expect(lines).toEqual({
    Settings: expect.stringMatching(/^✓ usable/),
    Database: expect.stringMatching(/^✓ PostgreSQL \d/),
    'Database role': expect.stringMatching(/^✓ /),
    Migrations: expect.stringMatching(/^✓ none pending, the newest is \d{4}_/),
    Disk: expect.stringMatching(/^[✓✗] [\d.]+ of [\d.]+ GB are free/),
    'File store': expect.stringMatching(/^✓ .* written, read, and deleted a file/),
    SMTP: expect.stringMatching(/^✓ 127\.0\.0\.1:\d+ takes email, signed in as shop/),
    PayPal: expect.stringMatching(/^✓ 127\.0\.0\.1:\d+ accepts the credentials/),
    Clock: '✓ agrees with the database and PayPal',
    Ghostscript: expect.stringMatching(/^✓ not used/),
    clamd: expect.stringMatching(/^✓ 127\.0\.0\.1:\d+ scans files/)
  })
  expect(output).not.toContain(SECRET)
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false)
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('doctor'))).toEqual([])
  expect(code).toBe(lines['Disk']?.startsWith('✓') ? 0 : 1)
}, 30_000)

test('each thing that is broken has a line with advice, and hides no other', async () => {
  paypalSkew = 3_600_000
  await sql`delete from kysely_migration where name = '0235_operations'`.execute(world.db)
  const [broken, silence] = await Promise.all([
    doctor({
      ...healthy,
      PORT: 'many',
      FILES_URL: join(folder, 'missing'),
      SMTP_URL: `smtp://shop:${SECRET}-wrong@127.0.0.1:${portOf(smtp.server)}`,
      PAYPAL_CLIENT_ID: 'other',
      CLAMAV_URL: 'tcp://127.0.0.1:9',
      GHOSTSCRIPT: '1',
      PATH: '/nowhere'
    }),
    doctor(
      { ...healthy, SMTP_URL: `smtp://127.0.0.1:${portOf(silent)}`, PAYPAL_BASE_URL: `http://127.0.0.1:${portOf(silent)}` },
      '--seconds',
      '1'
    )
  ])
  expect(broken.lines).toMatchObject({
    Settings: expect.stringContaining('✗ npm start refuses them: PORT is "many": use a whole number'),
    Database: expect.stringMatching(/^✓/),
    Migrations: expect.stringMatching(/^✗ 1 pending, from 0235_operations. Run npm run migrate/),
    'File store': expect.stringMatching(/^✗ .*missing is no folder. Mount or create it/),
    SMTP: expect.stringMatching(/^✗ .*Check the user and password in SMTP_URL/),
    PayPal: expect.stringMatching(/^✗ .* refuses the credentials/),
    Clock: expect.stringMatching(/^✗ 3\d{3} seconds behind the clock of PayPal/),
    Ghostscript: expect.stringMatching(/^! not installed/),
    clamd: expect.stringMatching(/^✗ 127\.0\.0\.1:9: /)
  })
  expect(silence.lines).toMatchObject({
    SMTP: expect.stringMatching(/^✗/),
    PayPal: expect.stringMatching(/^✗/),
    Database: expect.stringMatching(/^✓/)
  })
  expect([broken.code, silence.code]).toEqual([1, 1])
  for (const { output } of [broken, silence]) expect(output).not.toMatch(new RegExp(`${SECRET}|^\\s+at `, 'm'))
}, 30_000)

test('a database from a newer version, one that cannot be reached, and no settings at all are told apart', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '')`.execute(world.db)
  const nowhere = new URL(healthy['DATABASE_URL']!)
  nowhere.port = '9'
  nowhere.password = SECRET
  const empty = join(folder, 'empty')
  const [newer, unreachable, bare, exposed] = await Promise.all([
    doctor(healthy),
    doctor({ ...healthy, DATABASE_URL: nowhere.href }),
    doctor({ DATA_DIR: empty }),
    doctor({ ...healthy, NODE_ENV: 'production', PUBLIC_URL: 'http://shop.example.com' })
  ])
  expect(newer.lines['Migrations']).toContain('✗ the database has 1 that this version of Easel does not know, such as 9999_future')
  expect(unreachable.lines).toMatchObject({
    Database: expect.stringMatching(/^✗ The database at .* cannot be reached: nothing listens there/),
    Migrations: '– not checked, because the database cannot be reached',
    SMTP: expect.stringMatching(/^✓/)
  })
  expect(unreachable.output).not.toContain(SECRET)
  expect(bare.lines['Database']).toBe('✗ the embedded PostgreSQL is not running. Run npm start, or set DATABASE_URL.')
  expect(existsSync(empty)).toBe(false)
  expect(exposed.lines['Settings']).toMatch(/^✗ npm start refuses them: SESSION_SECRET is missing/)
  expect(exposed.lines['Database role']).toMatch(/^! /)
}, 30_000)
