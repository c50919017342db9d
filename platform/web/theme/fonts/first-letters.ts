/** npm run fonts: makes the small fonts of the first visit again, after a font has got a new version or a character is missing. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const FOLDER = import.meta.dirname
const PACKAGES = join(FOLDER, '../../../../node_modules/@fontsource-variable')

/** The letters for which `fonts.css` names these fonts. */
function lettersOf(name: string): string {
  const css = readFileSync(join(FOLDER, 'fonts.css'), 'utf8')
  const [, range] = new RegExp(`${name}-first\\.woff2[^}]*?unicode-range:([^;]*);`).exec(css) ?? []
  if (!range) throw new Error(`fonts.css names no letters for the first font of ${name}.`)
  return range.split(',').map(lettersIn).join('')
}

function lettersIn(range: string): string {
  const [from = Number.NaN, to = from] = range
    .trim()
    .replace('U+', '')
    .split('-')
    .map((code) => Number.parseInt(code, 16))
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}

/** The weights are all that the pages use. */
const FONTS = [
  { name: 'instrument-sans', weights: { min: 400, max: 700 } },
  { name: 'bricolage-grotesque', weights: { min: 600, max: 700 } }
]

/** Kerning, ligatures, and figures of one width. The others are for accents, or would bring glyphs that no page shows. */
const FEATURES = ['kern', 'liga', 'calt', 'tnum']

/** Without it, bold letters keep the distances of regular ones: a line is at most 0.4 % longer, and each font takes 4 KB less. */
const DROPPED_TABLES = ['GDEF']

for (const { name, weights } of FONTS) {
  const whole = readFileSync(join(PACKAGES, name, `files/${name}-latin-wght-normal.woff2`))
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures: FEATURES, dropTables: DROPPED_TABLES } as const
  const first = await subsetFont(whole, lettersOf(name), options)
  writeFileSync(join(FOLDER, `${name}-first.woff2`), first)
  copyFileSync(join(PACKAGES, name, 'LICENSE'), join(FOLDER, `${name}-license.txt`))
  console.log(`${name}: ${whole.length} bytes, ${first.length} for a first visit`)
}
