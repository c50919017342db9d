/** npm run fonts: makes the small fonts of the first visit again, after a font has got a new version or a character is missing. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/** The characters of English pages. `fonts.css` says the same by numbers. */
const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const FIRST_LETTERS = `${PRINTABLE}\u00a0©·×–—‘’“”•…€™↑↓−`

const FOLDER = import.meta.dirname
const PACKAGES = join(FOLDER, '../../../../node_modules/@fontsource-variable')

/** The weights are all that the pages use. */
const FONTS = [
  { name: 'instrument-sans', weights: { min: 400, max: 700 } },
  { name: 'bricolage-grotesque', weights: { min: 600, max: 700 } }
]

for (const { name, weights } of FONTS) {
  const whole = readFileSync(join(PACKAGES, name, `files/${name}-latin-wght-normal.woff2`))
  const first = await subsetFont(whole, FIRST_LETTERS, { targetFormat: 'woff2', variationAxes: { wght: weights } })
  writeFileSync(join(FOLDER, `${name}-first.woff2`), first)
  copyFileSync(join(PACKAGES, name, 'LICENSE'), join(FOLDER, `${name}-license.txt`))
  console.log(`${name}: ${whole.length} bytes, ${first.length} for a first visit`)
}
