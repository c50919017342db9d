import { afterAll, beforeAll, expect, test } from 'vitest'
import { setWageRule } from '#payroll/contract.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { auditLog } from '../../audit.contract.ts'
import { AUDIT_AREAS, type AuditArea } from '../../audit.rules.ts'
import { audit } from '../index.ts'
import { keepSealed } from './keep-sealed.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await freshWorld()
  // Entries have the database's time.
  world.at(new Date().toISOString())
  admin = await world.person('admin', 'Ada Admin')
})
afterAll(() => world.end())

const log = async (query: object) => (await injectedApi(world.app, admin.token)(auditLog, { query })).items
async function csv(query: Record<string, string>, { token } = admin) {
  const url = `/api/admin/audit-log.csv?${new URLSearchParams(query)}`
  const answer = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return { ...answer, lines: answer.body.replace('\uFEFF', '').trimEnd().split('\r\n') }
}

let made = 0
async function given(entry: { actor_id?: string; action?: string; area?: AuditArea; details?: Record<string, unknown> } = {}) {
  made += 1
  const subject = `subject-${made}`
  await audit(world.db, { actor_id: admin.id, action: 'asset.edited', subject_kind: 'asset', subject, ...entry })
  return subject
}

test('a change of a wage stands in the file: when, who, area, action, subject, before, and after', async () => {
  const boss = injectedApi(world.app, admin.token)
  await boss(setWageRule, { body: { category: 'icon', wage: '4', license_price: '10' } })
  await boss(setWageRule, { body: { category: 'icon', wage: '5', license_price: '10' } })
  const { headers, lines } = await csv({ area: 'finance', q: 'icon' })
  expect(headers['content-type']).toContain('text/csv')
  expect(headers['content-disposition']).toContain('audit-log.csv')
  expect(lines[0]).toBe('at,person,area,action,subject,before,after')
  const [newest] = await log({ area: 'finance', q: 'icon' })
  expect(newest).toMatchObject({ before: { wage_cents: 400 }, after: { wage_cents: 500 }, area: 'finance' })
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`"${newest!.occurred_at}","Ada Admin (${admin.email})","finance","${newest!.action}"`)
  expect(lines[1]).toContain('"{""wage_cents"":400')
  expect(lines[1]).toContain('"{""wage_cents"":500')
})

test('what people typed is no formula for a spreadsheet', async () => {
  const mallory = await world.person('admin', '=HYPERLINK("http://evil.example")')
  await given({ actor_id: mallory.id, details: { title: '@SUM(1)', before: {}, after: { title: '=1+1' } } })
  const { lines } = await csv({ person: mallory.id })
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"") (`)
  expect(lines[1]).not.toMatch(/(^|,)"[=@+-]/)
})

test('the filters by person, area, and day choose the same entries in the list and in the file', async () => {
  const [bea, cleo] = [await world.person('admin', 'Bea'), await world.person('admin', 'Cleo')]
  for (const area of AUDIT_AREAS) for (const { id } of [bea, cleo]) await given({ actor_id: id, area, action: 'filter.tried' })
  for (const area of AUDIT_AREAS) {
    const query = { person: bea.id, area, action: 'filter.tried' }
    expect((await log(query)).map((entry) => [entry.actor?.name, entry.area])).toEqual([['Bea', area]])
    const { lines } = await csv(query)
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 3))).toEqual([[`"Bea (${bea.email})"`, `"${area}"`]])
  }
  expect(await log({ person: cleo.id, action: 'filter.tried', page_size: 100 })).toHaveLength(AUDIT_AREAS.length)
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  expect((await csv({ action: 'filter.tried', start: tomorrow })).lines).toHaveLength(1)
  expect((await csv({ action: 'filter.tried', end: tomorrow })).lines).toHaveLength(1 + 2 * AUDIT_AREAS.length)
  expect((await csv({ area: 'everything' })).statusCode).toBe(422)
})

test('each download is itself in the log, and only who manages people gets it', async () => {
  const subject = await given()
  const before = (await log({ action: 'report.exported', page_size: 100 })).length
  expect((await csv({ q: subject })).lines).toHaveLength(2)
  const entries = await log({ action: 'report.exported', page_size: 100 })
  expect(entries).toHaveLength(before + 1)
  expect(entries[0]).toMatchObject({ actor: { id: admin.id }, subject: { id: 'audit log' }, area: 'people', details: { rows: 1 } })
  const client = await world.person('client')
  expect((await csv({}, client)).statusCode).toBe(403)
})

test('a running product seals an entry within 15 seconds', async () => {
  const subject = await given()
  const sealing = keepSealed(world.db)
  try {
    await expect.poll(async () => (await log({ q: subject }))[0]?.seal?.position, { timeout: 15_000, interval: 500 }).toBeGreaterThan(0)
  } finally {
    sealing.stop()
  }
}, 20_000)
