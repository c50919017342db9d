import type { Fault } from '../../findings.rules.ts'
import type { Attempts } from './attempts.ts'
import { outsideArtboard, placeOf, shownSize } from './draw-svg.ts'
import type { Writing } from './findings.queries.ts'
import { readDrawing } from './read-drawing.ts'
import { liveText, SVG_CHECKS } from './svg-faults.ts'

/** Each place is a drawing of its own. A larger drawing takes too long for that. */
const PLACED_BYTES_MAX = 2_000_000
const PLACED_MAX = 8

/** Returns the faults of a cleaned SVG and the words that it draws as text. Throws if it cannot be read at all. */
export async function checkSvg(bytes: Uint8Array, attempts: Attempts): Promise<{ faults: Fault[]; writing: Writing[] }> {
  const drawing = readDrawing(new TextDecoder().decode(bytes))
  const { root } = drawing
  const size = await shownSize(root)
  const places = new Map<readonly Element[], Fault['place']>()
  const place = async (elements: readonly Element[]) => {
    if (places.size < PLACED_MAX && bytes.length <= PLACED_BYTES_MAX && !places.has(elements))
      places.set(elements, await attempts.at('a place', undefined, () => placeOf(root, elements, size)))
    return places.get(elements)
  }
  const faults: Fault[] = []
  for (const [part, check] of Object.entries(SVG_CHECKS))
    for (const { elements, ...fault } of await attempts.at(part, [], () => check(drawing)))
      faults.push({ ...fault, place: await place(elements) })
  const outside = await attempts.at('the artboard', undefined, () => outsideArtboard(root, size))
  if (outside) faults.push({ code: 'outside_artboard', place: outside })
  const texts = faults.filter(({ code }) => code === 'live_text')
  return { faults, writing: liveText(drawing).map(({ words }, index) => ({ words, place: texts[index]?.place })) }
}
