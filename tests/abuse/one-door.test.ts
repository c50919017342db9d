import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const DECODES = /^import (?!type )[^']*from '(sharp|@hyzyla\/pdfium)'/m
/** Reads every part of an uploaded picture. */
const PARSERS = ['business/licensing/server/metadata/strip.ts']
/** Draws our own text, and no file. */
const OWN_DRAWINGS = ['business/licensing/server/certificates/certificate-text.ts', 'business/invoicing/server/documents/tagged-page.ts']

const sources = execFileSync('git', ['ls-files', 'business/**/*.ts', 'platform/**/*.ts', 'processes/**/*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.test.ts') && !file.includes('/test-tasks/'))
const text = (file: string): string => readFileSync(file, 'utf8')

/** Returns the modules whose functions a file imports, also those that it loads later. Types and constants do not count. */
const importsOf = (file: string): string[] =>
  [
    ...[...text(file).matchAll(/^(?:import|export) (?!type )([^']*) from '((?:\.|#)[^']+)'/gm)]
      .filter(([, names = '']) => /(^|[{,] ?)(?!type )[a-z*]/.test(names))
      .map(([, , path = '']) => path),
    ...[...text(file).matchAll(/await import\('((?:\.|#)[^']+)'\)/g)].map(([, path = '']) => path)
  ].map((path) =>
    path.startsWith('.') ? join(dirname(file), path) : path.replace(/^#(?!platform)/, 'business/').replace('#platform', 'platform')
  )

/** Every module that runs in a decoder. */
function inDecoders(): Set<string> {
  const found = new Set(sources.flatMap((file) => [...text(file).matchAll(/'(business\/[^']+\.ts)'/g)].map(([, module = '']) => module)))
  for (const module of found) for (const imported of importsOf(module)) found.add(imported)
  return found
}

test('files from people are decoded in decoders only', () => {
  const decoding = sources.filter((file) => DECODES.test(text(file)) && !OWN_DRAWINGS.includes(file))
  expect(decoding.length).toBeGreaterThan(8)
  expect(decoding.filter((file) => !inDecoders().has(file))).toEqual([])
})

test('what runs in a decoder is not called directly by the server', () => {
  const modules = inDecoders()
  const decoding = new Set([...PARSERS, ...sources.filter((file) => DECODES.test(text(file)) && !OWN_DRAWINGS.includes(file))])
  expect(importsOf('business/catalogue/server/previews/preview-tasks.ts')).toContain('business/catalogue/server/previews/watermark.ts')
  const callers = sources.filter((file) => !modules.has(file) && importsOf(file).some((imported) => decoding.has(imported)))
  expect(callers).toEqual([])
})
