import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#accounts/web/audit/audit-sentence.ts'
import { LASTING_DATA } from '#help/lasting-data.rules.ts'
import { RETENTION } from '#help/retention.rules.ts'
import { retentionPeriod } from '#help/retention-text.rules.ts'
import { freshWorld, type World } from './support/world.ts'

const text = readFileSync('docs/security.md', 'utf8')
const requirements = readFileSync('docs/security-asvs.md', 'utf8')

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('docs/security.md lists the access of every endpoint', () => {
  for (const { endpoint } of world.app.mounted.values()) {
    const { method, path, access } = endpoint
    const who = Array.isArray(access) ? access.join(', ') : String(access).replace('_', ' ')
    expect(text, 'in section 5').toContain(`| ${method} ${path} | ${who} | `)
  }
})

test.each([
  ['docs/security.md', text],
  ['docs/security-asvs.md', requirements]
])('every file named in %s exists', (_name, page) => {
  const named = [...page.matchAll(/`((?:business|platform|processes|tests|docs)\/[^`\s]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('docs/security.md describes every entry of the audit log that /admin/audit-log can show', () => {
  const section = text.slice(text.indexOf('## 6.'), text.indexOf('## 7.'))
  expect(AUDIT_ACTIONS.filter((action) => !section.includes(action))).toEqual([])
})

test('docs/security.md shows every retention rule, and what stays', () => {
  for (const rule of RETENTION)
    expect(text).toContain(`| ${rule.what.replace(/,$/, '')} | ${rule.where} | ${retentionPeriod(rule)} | ${rule.why} |`)
  for (const { what, where, why } of LASTING_DATA) expect(text).toContain(`| ${what} | ${where} | ${why} |`)
})

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const REQUIREMENTS: Record<string, number> = {
  ...{ V1: 27, V2: 11, V3: 19, V4: 10, V5: 9, V6: 35, V7: 18, V8: 7, V9: 7 },
  ...{ V10: 29, V11: 14, V12: 9, V13: 13, V14: 9, V15: 13, V16: 16, V17: 7 }
}

test('docs/security-asvs.md answers every requirement of levels 1 and 2 once', () => {
  const rows = [...requirements.matchAll(/^\| (\d+)\.(\d+)\.(\d+) \| [12] \| [^|]+ \| (.+) \|$/gm)]
  const ids = rows.map(([, chapter, section, number]) => `${chapter}.${section}.${number}`)
  expect(new Set(ids).size).toBe(ids.length)
  const counted = [...Map.groupBy(rows, ([, chapter]) => `V${chapter}`)].map(([name, { length }]) => [name, length])
  expect(Object.fromEntries(counted)).toEqual(REQUIREMENTS)
  const unanswered = rows.filter(([, , , , verdict = '']) => !/^(met|not applicable|\*\*deviation\*\*)/.test(verdict))
  expect(unanswered.map(([row]) => row)).toEqual([])
})

test.each(['TRACE', 'CONNECT'] as const)('%s is answered by no address', async (method) => {
  for (const url of ['/', '/api/assets']) {
    const { statusCode } = await world.app.inject({ method: method as 'GET', url })
    expect({ url, isRefused: statusCode >= 400 }).toEqual({ url, isRefused: true })
  }
})
