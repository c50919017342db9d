import { expect, test } from 'vitest'
import { STARTER_SOURCE, startScriptsLate } from './late-scripts.ts'
import { hashedScripts, pagePolicy } from './page-policy.ts'

const rendered = (body: string): string => `<html><head></head><body><main>Art</main>${body}</body></html>`
const MODULES = '<link rel="modulepreload" href="/a.js"/><script>first()</script><script type="module" async="">import("/a.js")</script>'

test('nothing in a public page asks for a module before its first paint', () => {
  const page = startScriptsLate(rendered(MODULES))
  expect(page).not.toMatch(/rel="modulepreload"|type="module"/)
  expect(page).toContain('<link rel="late-modulepreload" href="/a.js"/>')
  expect(page).toContain('<script>first()</script>')
})

test('the policy of a public page allows each of its inline scripts', () => {
  const { html, scripts } = hashedScripts(rendered(MODULES.replaceAll('<script', '<script nonce="n"')), 'n')
  const page = startScriptsLate(html)
  const policy = pagePolicy([...scripts, STARTER_SOURCE], 'production', '/')
  const starter = hashedScripts(page.replaceAll('<script', '<script nonce="n"'), 'n').scripts
  expect(starter).toHaveLength(3)
  for (const source of starter) expect(policy).toContain(source)
})

test('a page without modules stays as it is', () => {
  expect(startScriptsLate(rendered(''))).toBe(rendered(''))
  expect(startScriptsLate('plain text')).toBe('plain text')
})
