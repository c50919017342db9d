import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'easel-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (env: NodeJS.ProcessEnv) => readSettings({ DATA_DIR: folder, ...env })

const LIVE = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'x'.repeat(32),
  PAYPAL_CLIENT_ID: 'live-client',
  PAYPAL_CLIENT_SECRET: 'live-secret',
  PAYPAL_WEBHOOK_ID: 'WH-1'
}

describe('without any setting', () => {
  test('everything has a default, with demo data and the sandbox', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      data_dir: folder,
      database_url: undefined,
      files_url: join(folder, 'files'),
      smtp_url: undefined,
      mail_from: { name: 'Easel', address: 'no-reply@easel.test' },
      brand_name: 'Easel',
      social_links: [],
      demo: true,
      trust_proxy: false,
      public_url: 'http://localhost:3000',
      worker: true,
      production: false,
      exposed: false
    })
    expect(read({}).paypal).toMatchObject({ base_url: 'http://127.0.0.1:3001', is_sandbox: true, starts_sandbox: true })
  })

  test('social links are read from a comma-separated list', () => {
    const links = ['https://www.instagram.com/easel', 'https://x.com/easel']
    expect(read({ SOCIAL_LINKS: links.join(', ') }).social_links).toEqual(links)
  })

  test('one replica is given, or several, and anything but a PostgreSQL address is refused', () => {
    const replicas = ['postgres://easel:a,b@db-2/easel', 'postgresql://easel:c@db-3:5433/easel']
    expect(read({})).toMatchObject({ database_read_urls: [], replica_lag_ms: 1000 })
    expect(read({ DATABASE_READ_URL: replicas.join(', '), REPLICA_LAG_MS: '250' })).toMatchObject({
      database_read_urls: replicas,
      replica_lag_ms: 250
    })
    for (const wrong of ['mysql://easel:secret-word@db/easel', `${replicas[0]},db-3`.replace('a,b', 'a'), 'db-2'])
      expect(() => read({ DATABASE_READ_URL: wrong })).toThrow(/^DATABASE_READ_URL cannot be used: use the PostgreSQL address of a replica/)
  })

  test('an empty setting counts as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, database_url: undefined })
  })

  test('the session secret is generated once and stored so that only its owner can read it', () => {
    const { session_secret } = read({})
    expect(session_secret.length).toBeGreaterThanOrEqual(32)
    expect(read({}).session_secret).toBe(session_secret)
    const file = join(folder, 'secrets.json')
    expect(readFileSync(file, 'utf8')).toContain(session_secret)
    expect(statSync(file).mode & 0o077).toBe(0)
  })
})

test.each<[NodeJS.ProcessEnv, string]>([
  [{ PORT: 'abc' }, 'PORT is "abc": use a whole number from 1 to 65535'],
  [{ PORT: '0' }, 'PORT is "0"'],
  [{ PORT: '65536' }, 'PORT is "65536"'],
  [{ PAYPAL_SANDBOX_PORT: '-1' }, 'PAYPAL_SANDBOX_PORT is "-1"'],
  [{ DEMO: 'yes' }, 'DEMO is "yes": use 0 or 1.'],
  [
    { SOCIAL_LINKS: 'http://x.com/easel' },
    'SOCIAL_LINKS is "http://x.com/easel": use https addresses, comma-separated, for example https://www.instagram.com/easel.'
  ],
  [{ WORKER: '2' }, 'WORKER is "2"'],
  [{ PUBLIC_URL: 'easel.example.com' }, 'PUBLIC_URL is "easel.example.com": use an http or https address'],
  [{ TRUST_PROXY: 'my-proxy' }, 'TRUST_PROXY is "my-proxy"'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM is "nobody"'],
  [{ FILES_URL: 'ftp://x/y' }, 'FILES_URL cannot be used'],
  [{ ACCEL_REDIRECT: 'stored-files' }, 'ACCEL_REDIRECT is "stored-files": use the internal location of nginx'],
  [{ DATABASE_SESSION_URL: 'postgres://u:p@db/easel' }, 'DATABASE_SESSION_URL is set without DATABASE_URL'],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET cannot be used: use at least 32'],
  [{ PAYPAL_CLIENT_ID: 'mine' }, 'PAYPAL_CLIENT_SECRET is missing']
])('%j is refused with a message that says what to do', (env, words) => {
  expect(() => read(env)).toThrow(words)
})

test('every invalid setting has its own line, and no line shows a secret', () => {
  const env = { PORT: 'x', DATABASE_URL: 'mysql://u:hunter2@h/d', SMTP_URL: 'http://u:hunter2@h', CONTENT_CREDENTIALS_KEY: 'hunter2' }
  expect(() => read(env)).toThrow(/^PORT .*\nDATABASE_URL .*\nSMTP_URL .*\nCONTENT_CREDENTIALS_KEY .*$/)
  expect(() => read(env)).not.toThrow('hunter2')
})

test('admins need a second factor after 14 days in production, after as many as are set, and never in the demo', () => {
  expect(read(LIVE).admin_second_factor_days).toBe(14)
  expect(read({ ...LIVE, ADMIN_SECOND_FACTOR_DAYS: '3' }).admin_second_factor_days).toBe(3)
  expect(read({}).admin_second_factor_days).toBeUndefined()
})

describe('in production', () => {
  test.each(Object.keys(LIVE).filter((name) => name !== 'NODE_ENV'))('%s is required', (name) => {
    expect(() => read({ ...LIVE, [name]: '' })).toThrow(`${name} is missing`)
  })

  test("the sandbox's credentials are refused", () => {
    expect(() => read({ ...LIVE, PAYPAL_CLIENT_SECRET: 'easel-sandbox-secret' })).toThrow('PAYPAL_CLIENT_SECRET')
  })

  test('the demo with its known password is refused', () => {
    expect(() => read({ ...LIVE, DEMO: '1' })).toThrow('DEMO is 1')
  })

  test('there is no demo and no sandbox, and PayPal is live', () => {
    const settings = read(LIVE)
    expect(settings).toMatchObject({ production: true, exposed: true, demo: false })
    expect(settings.paypal).toMatchObject({ base_url: 'https://api-m.paypal.com', is_sandbox: false, starts_sandbox: false })
  })
})

test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://shop.example' }])('with %j there is no demo and no sandbox', (env) => {
  const settings = read(env)
  expect(settings).toMatchObject({ production: false, exposed: true, demo: false })
  expect(settings.paypal).toMatchObject({ is_sandbox: true, starts_sandbox: false })
  expect(() => read({ ...env, DEMO: '1' })).toThrow('Set DEMO=0.')
})

test('an external database gets no demo data, and a sandbox that runs elsewhere is used, not started', () => {
  const settings = read({ DATABASE_URL: 'postgres://u:p@db/easel', PAYPAL_BASE_URL: 'http://127.0.0.1:3001/' })
  expect(settings.demo).toBe(false)
  expect(settings.paypal).toMatchObject({ base_url: 'http://127.0.0.1:3001', is_sandbox: true, starts_sandbox: false })
})

test.each([
  ['0', false],
  ['2', 2],
  ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']]
])('TRUST_PROXY=%s', (text, value) => {
  expect(read({ TRUST_PROXY: text }).trust_proxy).toEqual(value)
})
