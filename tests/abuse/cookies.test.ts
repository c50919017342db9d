import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { buildApp } from '#processes/http/app.ts'
import { unfitForStrangers } from '#processes/settings/exposure.ts'
import { readSettings } from '#processes/settings/read-settings.ts'
import { freshWorld, type World } from '../support/world.ts'

const SHOP = 'https://shop.example'

let world: World
/** The same data, served at an https address. */
let secure: FastifyInstance
beforeAll(async () => {
  world = await freshWorld()
  const { db, now, ports } = world
  secure = await buildApp({ db, now, actorOf, ports: { ...ports, settings: { ...ports.settings, public_url: SHOP } } })
})
afterAll(async () => {
  await secure.close()
  await world.end()
})

type Headers = Record<string, string>
const post = (app: FastifyInstance, url: string, payload: object, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: `/api${url}`, payload, headers })
const cookiesOf = ({ headers }: Awaited<ReturnType<typeof post>>): string[] => [headers['set-cookie'] ?? []].flat()
const whoHas = async (app: FastifyInstance, cookie: string) =>
  (await app.inject({ url: '/api/auth/check', headers: { cookie } })).statusCode

describe('at an https address', () => {
  test('every cookie of a sign-in, a registration, and a sign-out has the prefix __Host- and what browsers demand for it', async () => {
    const { email } = await world.person('client', 'careful')
    const signedIn = await post(secure, '/auth/login', { email, password: world.password })
    const { token } = signedIn.json<{ token: string }>()
    const cookies = [
      ...cookiesOf(signedIn),
      ...cookiesOf(await post(secure, '/auth/register', { name: 'Ada', email: 'new@example.com', password: 'longenough' })),
      ...cookiesOf(await post(secure, '/auth/logout', {}, { authorization: `Bearer ${token}` }))
    ]
    expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
      new Set(['__Host-session', '__Host-device', '__Host-registration'])
    )
    for (const cookie of cookies) {
      const [, ...attributes] = cookie.split('; ')
      expect(attributes, cookie).toEqual(expect.arrayContaining(['Secure', 'Path=/', 'HttpOnly', 'SameSite=Lax']))
      expect(cookie).not.toMatch(/Domain=/i)
    }
  })

  test('a session cookie without the prefix is ignored, so that another site of the domain cannot plant one', async () => {
    const { token } = await world.person('client', 'planted')
    expect(await whoHas(secure, `session=${token}`)).toBe(401)
    expect(await whoHas(secure, `__Host-session=${token}`)).toBe(200)
    expect(await whoHas(secure, `session=somebody-else; __Host-session=${token}`)).toBe(200)
  })

  test('a planted registration cookie does not choose the password of an account', async () => {
    const email = 'victim@example.com'
    const [planted = ''] = cookiesOf(await post(secure, '/auth/register', { name: 'Eve', email, password: 'the-attackers-one' }))
    const [own = ''] = cookiesOf(await post(secure, '/auth/register', { name: 'Vic', email, password: 'the-victims-one' }))
    const code = /\b\d{7}\b/.exec((await world.mails()).findLast(({ to }) => to === email)?.text ?? '')?.[0]
    const value = (cookie: string) => cookie.split(';')[0] ?? ''
    const cookie = `${value(planted).replace('__Host-', '')}; ${value(own)}`
    expect((await post(secure, '/auth/verify-email', { email, code }, { cookie, origin: SHOP })).statusCode).toBe(200)
    expect((await post(secure, '/auth/login', { email, password: 'the-victims-one' })).statusCode).toBe(200)
    expect((await post(secure, '/auth/login', { email, password: 'the-attackers-one' })).statusCode).toBe(422)
  })

  test('a browser that has the token but only an old cookie gets the new cookie', async () => {
    const { token } = await world.person('client', 'returning')
    const carried = await post(secure, '/auth/session', {}, { authorization: `Bearer ${token}`, cookie: `session=${token}` })
    expect(cookiesOf(carried)[0]).toMatch(new RegExp(`^__Host-session=${token}; .*Secure`))
  })
})

test('at an http address of this machine, cookies have no prefix, because browsers would drop them', async () => {
  const { email, token } = await world.person('client', 'local')
  for (const cookie of cookiesOf(await post(world.app, '/auth/login', { email, password: world.password })))
    expect(cookie).toMatch(/^(session|device)=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax(?!.*Secure)/)
  expect(await whoHas(world.app, `session=${token}`)).toBe(200)
})

describe('in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-cookies-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const PRODUCTION = {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtp://mail.example.com',
    PAYPAL_CLIENT_ID: 'live',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'WH-1'
  }

  test.each([
    ['http://shop.example', ['PUBLIC_URL is "http://shop.example": in production, set its https address.']],
    ['https://shop.example', []],
    ['http://localhost:3000', []]
  ])('a start at %s is told %j', (PUBLIC_URL, lines) => {
    expect(unfitForStrangers(readSettings({ ...PRODUCTION, PUBLIC_URL }))).toEqual(lines)
  })
})
