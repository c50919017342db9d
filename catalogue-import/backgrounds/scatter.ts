import { along, type Palette } from '../artwork/palettes.ts'
import { blob, circle, type Point, path, polygon, short } from '../artwork/svg.ts'
import { cycle, type NonEmpty, type Random } from '../random.ts'
import { field } from './contours.ts'

/** Returns points at least a distance apart; fewer than requested when the sheet is full. */
function spread(random: Random, count: number, distance: number): Point[] {
  const places: Point[] = []
  for (let attempt = 0; attempt < count * 12 && places.length < count; attempt++) {
    const place: Point = [random.between(-20, 1620), random.between(-20, 1220)]
    if (places.every(([x, y]) => Math.hypot(x - place[0], y - place[1]) >= distance)) places.push(place)
  }
  return places
}

function around(random: Random, [x, y]: Point, corners: number, radius: number): Point[] {
  const start = random.between(0, 6.3)
  return Array.from({ length: corners }, (_, corner) => {
    const angle = start + (corner / corners) * Math.PI * 2
    const reach = radius * random.between(0.6, 1.15)
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
  })
}

export function memphis(random: Random, palette: Palette): string {
  return spread(random, 95, 118)
    .map(([x, y], index) => {
      const color = cycle(palette.colors, index)
      const line = `fill="none" stroke="${color}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"`
      const shapes: NonEmpty<() => string> = [
        () => path('M-54 0q18-40 36 0t36 0 36 0', line),
        () => path('M0-40L38 28H-38z', random.chance(0.5) ? line : `fill="${color}"`),
        () => circle(0, 0, 32, random.chance(0.5) ? line : `fill="${color}"`),
        () => path('M-30 0H30M0-30V30', line),
        () => path('M-46 20l23-40 23 40 23-40 23 40', line),
        () => path('M-45 0A45 45 0 0 1 45 0z', `fill="${color}"`),
        () => path([-24, 0, 24].flatMap((across) => [-24, 0, 24].map((down) => `M${across} ${down}h.1`)).join(''), line)
      ]
      return `<g transform="translate(${short(x)} ${short(y)}) rotate(${random.whole(0, 359)}) scale(1.35)">${cycle(shapes, index)()}</g>`
    })
    .join('')
}

export function terrazzo(random: Random, palette: Palette): string {
  const large = spread(random, 150, 98).map((place) =>
    path(polygon(around(random, place, random.whole(5, 7), random.between(34, 78))), `fill="${random.pick(palette.colors)}"`)
  )
  const small = spread(random, 240, 42).map((place) =>
    path(
      polygon(around(random, place, random.whole(4, 5), random.between(7, 15))),
      `fill="${random.pick(palette.colors)}" fill-opacity=".75"`
    )
  )
  return small.join('') + large.join('')
}

export function confetti(random: Random, palette: Palette): string {
  return spread(random, 210, 62)
    .map(([x, y]) => {
      const color = random.pick(palette.colors)
      const turn = `transform="rotate(${random.whole(0, 179)} ${short(x)} ${short(y)})"`
      return random.pick([
        () => circle(x, y, random.between(10, 21), `fill="${color}"`),
        () => `<rect x="${short(x - 26)}" y="${short(y - 9.5)}" width="52" height="19" rx="4" fill="${color}" ${turn}/>`,
        () =>
          path(
            `M${short(x - 22)} ${short(y)}q15-30 30 0t30 0`,
            `fill="none" stroke="${color}" stroke-width="10" stroke-linecap="round" ${turn}`
          )
      ])()
    })
    .join('')
}

export function halftone(random: Random, palette: Palette): string {
  const swell = field(random)
  const sizes = new Map<number, string[]>()
  for (let row = 0; row < 42; row++) {
    for (let column = 0; column < 56; column++) {
      const [x, y] = [column * 29 + (row % 2 ? 14 : 0), row * 29]
      const size = Math.round(Math.max(2, Math.min(30, 15 + swell(x, y) * 11)))
      sizes.set(size, [...(sizes.get(size) ?? []), `M${x} ${y}h.1`])
    }
  }
  return [...sizes]
    .map(([size, dots]) => path(dots.join(''), `stroke="${along(palette, size / 32)}" stroke-width="${size}" stroke-linecap="round"`))
    .join('')
}

export function pebbles(random: Random, palette: Palette): string {
  return spread(random, 190, 92)
    .map((place, index) => {
      const shape = around(random, place, 7, 54)
      const color = cycle(palette.colors, index)
      return (
        path(blob(shape), `fill="${color}"`) +
        (index % 4 === 0
          ? path(
              blob(shape.map(([x, y]): Point => [(x + place[0]) / 2, (y + place[1]) / 2])),
              `fill="${palette.ground}" fill-opacity=".55"`
            )
          : '')
      )
    })
    .join('')
}
