import { expect, test } from 'vitest'
import { hashedScripts, pagePolicy } from './page-policy.ts'
import { readStylesheet } from './page-styles.ts'
import { paintFirst, STARTER_SOURCE } from './paint-first.ts'

const rendered = (body: string): string => `<html><head></head><body><main>Art</main>${body}</body></html>`
const MODULES =
  '<link rel="modulepreload" href="/a.js"/><script>first()</script><script>window.__reactRouterContext = {}</script><script type="module" async="">import("/a.js")</script>'

test('nothing in a public page asks for a module before its first paint', () => {
  const page = paintFirst(rendered(MODULES))
  expect(page).not.toMatch(/rel="modulepreload"|type="module"/)
  expect(page).toContain('<link rel="late-modulepreload" href="/a.js"/>')
  expect(page).toContain('<script>first()</script>')
  expect(page).toContain('<script type="late-data">window.__reactRouterContext = {}</script>')
})

test('the policy of a public page allows each of its inline scripts', () => {
  const { html, scripts } = hashedScripts(rendered(MODULES.replaceAll('<script', '<script nonce="n"')), 'n')
  const page = paintFirst(html)
  const policy = pagePolicy([...scripts, STARTER_SOURCE], 'production', '/')
  const starter = hashedScripts(page.replaceAll('<script', '<script nonce="n"'), 'n').scripts
  expect(starter).toHaveLength(4)
  for (const source of starter) expect(policy).toContain(source)
})

test('a page without modules stays as it is', () => {
  expect(paintFirst(rendered(''))).toBe(rendered(''))
  expect(paintFirst('plain text')).toBe('plain text')
})

const STYLED = rendered(MODULES).replace(
  '</head>',
  '<link rel="stylesheet" href="/static/a.css"/><link rel="stylesheet" href="/static/b.css#"/></head>'
)

test('a public page has its styles in it, in their order', () => {
  const page = paintFirst(STYLED, (href) => readStylesheet(href.startsWith('/static/a') ? 'a{}' : 'b{}'))
  expect(page).toContain('<head><style data-first-paint="">a{}\nb{}</style><link rel="late-stylesheet" href="/static/a.css"/>')
  expect(page).not.toContain('rel="stylesheet"')
})

test('a page with a stylesheet that is unknown, or could end the element, keeps its links', () => {
  expect(paintFirst(STYLED, (href) => (href.startsWith('/static/a') ? readStylesheet('a{}') : undefined))).toContain(
    'rel="stylesheet" href="/static/a.css"'
  )
  expect(paintFirst(STYLED, () => readStylesheet('a{content:"</style>"}'))).toContain('rel="stylesheet" href="/static/a.css"')
})
