import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate, parse } from 'css-tree'
import { expect, test } from 'vitest'
import { classesIn, readStylesheet, stylesFor } from './page-styles.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ALL = { has: () => true } as unknown as ReadonlySet<string>

const left = (css: string, ...classes: string[]) => stylesFor(readStylesheet(css), new Set(classes))

test('a page gets the rules for its classes and for elements, but not those for classes it does not have', () => {
  const css = 'a{color:red}.card{color:blue}.card .title,.menu .title,h1.title{margin:0}.card.open:hover>b{top:0}'
  expect(left(css)).toBe('a{color:red}')
  expect(left(css, 'title')).toBe('a{color:red}.card .title,.menu .title,h1.title{margin:0}')
  expect(left(css, 'card', 'title')).toBe('a{color:red}.card{color:blue}.card .title,.menu .title,h1.title{margin:0}')
  expect(left(css, 'card', 'open')).toBe('a{color:red}.card{color:blue}.card.open:hover>b{top:0}')
})

test('a class that a rule merely allows or excludes may be missing', () => {
  for (const rule of ['.card:not(.open){top:0}', ':is(.a,.card) i{top:0}', ':where(.a) .card{top:0}', '.card:has(.a){top:0}'])
    expect(left(rule, 'card')).toBe(rule)
})

test('a class may have any name', () => {
  expect(left('.sm\\:wide{top:0}.\\31 st{top:0}.other{top:0}', 'sm:wide', '1st')).toBe('.sm\\:wide{top:0}.\\31 st{top:0}')
})

test('groups are read, and layers keep their order even when they are empty', () => {
  const css =
    '@layer base,kit;@layer base{.a{top:0}}@media (width>40rem){.a{top:1px}@supports (top:1px){.b{top:2px}}}@container card (width>1px){.b{top:3px}}'
  expect(left(css, 'b')).toBe(
    '@layer base,kit;@layer base{}@media (width>40rem){@supports (top:1px){.b{top:2px}}}@container card (width>1px){.b{top:3px}}'
  )
})

test('what belongs to no element stays', () => {
  const css = '@font-face{font-family:A;src:url(a.woff2)}@keyframes turn{from{top:0}to{top:1px}}@property --a{syntax:"*";inherits:false}'
  expect(left(css)).toBe(css)
})

test('with every class, each stylesheet of the product says the same as before', () => {
  const files = globSync('{business,platform}/**/*.css', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) {
    const css = readFileSync(join(ROOT, file), 'utf8')
    expect([file, generate(parse(stylesFor(readStylesheet(css), ALL)))]).toEqual([file, generate(parse(css))])
  }
})

test('the classes of a page are those of all its elements', () => {
  expect(classesIn('<main class="a b"><svg class="c"/><template><i class="d"></i></template></main>')).toEqual(
    new Set(['a', 'b', 'c', 'd'])
  )
})
