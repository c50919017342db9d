import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanSvg } from '#submissions/server/drawing/clean-svg.ts'
import { findBrowser } from '../../support/browser/browser.ts'
import { hostileSvgs } from '../../support/hostile-svgs.ts'

const COUNT = 300
/** Long enough for Chromium to begin every request of a loaded page. */
const SETTLE_MS = 1000
/** Addresses that an ordinary page never asks for. */
const ADDRESS = /canary\/(\d+)/
const NAMESPACES = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink']

const hostile = hostileSvgs(COUNT)
const { window } = new JSDOM('')
let canary: Server
let pages: Server
let browser: Browser
const fetched = new Set<number>()
const served = new Map<string, { type: string; body: string }>()

beforeAll(async () => {
  canary = createServer(({ url = '' }, response) => {
    const [, index] = ADDRESS.exec(url) ?? []
    if (index) fetched.add(Number(index))
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/css' }).end('')
  })
  pages = createServer(({ url = '' }, response) => {
    const page = served.get(url)
    response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body ?? '')
  })
  await Promise.all([canary, pages].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))))
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chromium on this machine: set CHROMIUM_PATH.')
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  for (const server of [canary, pages]) {
    server.closeAllConnections()
    server.close()
  }
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const addressOf = (index: number): string => `http://127.0.0.1:${portOf(canary)}/canary/${index}`
const hostileText = (): string[] => hostile.map(({ svg }, index) => svg(addressOf(index)))
/** A file that is refused as malformed reaches nobody. */
const cleanedText = (): string[] =>
  hostileText().map((text) => {
    const result = cleanSvg(text)
    return result.ok ? result.svg : ''
  })

test('no cleaned SVG holds an outside address, however it was written', () => {
  const left = cleanedText().flatMap((text, index) => outsideAddresses(text).map((found) => `${hostile[index]?.name}: ${found}`))
  expect(left).toEqual([])
})

test('most hostile SVGs are cleaned and keep their picture instead of being refused', () => {
  const cleaned = cleanedText().filter((text) => text.includes('d="M0 0h9v9z"'))
  expect(cleaned.length).toBeGreaterThan(COUNT * 0.9)
})

test('Chromium fetches nothing for a cleaned SVG, inline, as an object, or as an image', async () => {
  await show(cleanedText(), ['/inline', '/embedded'])
  expect([...fetched].map((index) => hostile[index]?.name)).toEqual([])
}, 60_000)

test('the canary works: Chromium fetches for many of the same SVGs before they are cleaned', async () => {
  const sample = hostileText().map((text, index) => (index % 3 === 0 ? text : ''))
  await show(sample, ['/embedded'])
  expect(fetched.size).toBeGreaterThan(sample.filter(Boolean).length / 4)
}, 60_000)

/** Loads pages that show every SVG, and waits for what they fetch. */
async function show(svgs: readonly string[], paths: readonly ('/inline' | '/embedded')[]): Promise<void> {
  fetched.clear()
  served.clear()
  for (const [index, body] of svgs.entries()) served.set(`/${index}.svg`, { type: 'image/svg+xml', body })
  const inline = svgs.map((text) => `<div>${text}</div>`).join('')
  const embedded = svgs
    .map((text, index) => text && `<object data="/${index}.svg" width="9" height="9"></object><img src="/${index}.svg">`)
    .join('')
  served.set('/inline', { type: 'text/html', body: `<!doctype html>${inline}` })
  served.set('/embedded', { type: 'text/html', body: `<!doctype html>${embedded}` })
  const page = await browser.newPage()
  for (const path of paths) {
    await page.goto(`http://127.0.0.1:${portOf(pages)}${path}`, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLE_MS)
  }
  await page.close()
}

/** Reads the file on its own terms, without the cleaner's lists: everything in it that a browser could read as an outside address. */
function outsideAddresses(text: string): string[] {
  if (text === '') return []
  const parsed = new window.DOMParser().parseFromString(text, 'image/svg+xml')
  const before = text.slice(0, text.indexOf('<svg'))
  const found = before.includes('<?xml-stylesheet') || before.includes('<!DOCTYPE') ? [before] : []
  return [...found, ...[...parsed.querySelectorAll('*')].flatMap(outsideAddressesOf)]
}

function outsideAddressesOf(element: Element): string[] {
  if (!NAMESPACES.includes(element.namespaceURI ?? '')) return [element.outerHTML]
  const isNamespace = ({ name, value }: Attr) => name.startsWith('xmlns') && NAMESPACES.includes(value)
  const attributes = [...element.attributes].filter((attribute) => !isNamespace(attribute) && isOutside(attribute.value))
  const css = element.localName === 'style' ? (element.textContent ?? '') : ''
  return [...attributes.map(({ name, value }) => `${name}="${value}"`), ...(isOutside(css) ? [css] : [])]
}

const OUTSIDE =
  /\/\/|canary|127\.0\.0\.1|image-set|cross-fade|\b(?:src|image|element|paint)\s*\(|@import|@font-face|url\s*\(\s*["']?(?!#|["'])|data:(?!image\/(?:png|jpe?g|webp|gif);)/

/** CSS escapes are resolved first. */
const isOutside = (value: string): boolean =>
  OUTSIDE.test(
    value
      .replace(/\\([0-9a-f]{1,6})\s?|\\([^0-9a-f])/gi, (_whole, code?: string, character?: string) =>
        code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : (character ?? '')
      )
      .toLowerCase()
  )
