import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#accounts/web/audit/audit-sentence.ts'
import { LASTING_DATA } from '#help/lasting-data.rules.ts'
import { RETENTION, retentionPeriod } from '#help/retention.rules.ts'
import { freshWorld, type World } from './support/world.ts'

const text = readFileSync('docs/security.md', 'utf8')

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

test('every file named in docs/security.md exists', () => {
  const named = [...text.matchAll(/`((?:business|platform|processes|tests|docs)\/[^`\s]+)`/g)].map(([, path]) => path!)
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
