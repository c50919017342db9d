import { along, isDark, mix, type Palette } from '../artwork/palettes.ts'
import { blob, curve, gradient, type Point, path, polygon, short } from '../artwork/svg.ts'
import type { Random } from '../random.ts'

/** Draws a ridge from edge to edge, closed below the bottom of the sheet. */
function ridge(random: Random, base: number, rise: number, steps: number): string {
  const points: Point[] = Array.from({ length: steps + 3 }, (_, step) => [
    -1600 / steps + (step * 1600) / steps,
    base + random.between(-rise, rise)
  ])
  return `${curve(points)}L1800 1300L-200 1300z`
}

export function waves(random: Random, palette: Palette): string {
  const layers = 8
  return Array.from({ length: layers }, (_, index) => {
    const share = index / (layers - 1)
    const color = along(palette, isDark(palette.ground) ? 1 - share : share)
    return path(ridge(random, 260 + index * 125, 110 - index * 6, 5), `fill="${color}"`)
  }).join('')
}

export function dunes(random: Random, palette: Palette): string {
  const sky = gradient(
    'linear',
    'sky',
    [
      [0, palette.colors[3]],
      [1, mix(palette.colors[4], '#ffffff', 0.4)]
    ],
    'x1="0" y1="0" x2="0" y2="1"'
  )
  const layers = Array.from({ length: 6 }, (_, index) => {
    const color = along(palette, 0.85 - index * 0.16)
    const slope = gradient(
      'linear',
      `d${index}`,
      [
        [0, mix(color, '#ffffff', 0.22)],
        [0.55, color],
        [1, mix(color, '#000000', 0.25)]
      ],
      `x1="0" y1="0" x2="${index % 2 ? 0.4 : -0.3}" y2="1"`
    )
    return slope + path(ridge(random, 520 + index * 110, 95, 3), `fill="url(#d${index})"`)
  })
  const sun = `<circle cx="${random.whole(300, 1300)}" cy="${random.whole(200, 360)}" r="${random.whole(80, 130)}" fill="${mix(palette.colors[4], '#ffffff', 0.6)}"/>`
  return `${sky}<rect width="1600" height="1200" fill="url(#sky)"/>${sun}${layers.join('')}`
}

export function paperCut(random: Random, palette: Palette): string {
  const center: Point = [random.between(600, 1000), random.between(450, 750)]
  const wobble = Array.from({ length: 11 }, () => random.between(0.75, 1.25))
  const dark = isDark(palette.ground)
  return Array.from({ length: 8 }, (_, index) => {
    const radius = 1120 - index * 135
    const points = wobble.map((reach, corner): Point => {
      const angle = (corner / wobble.length) * Math.PI * 2 + index * 0.14
      return [center[0] + Math.cos(angle) * radius * reach * 1.15, center[1] + Math.sin(angle) * radius * reach * 0.85]
    })
    const color = along(palette, dark ? index / 7 : 1 - index / 7)
    const shadow = points.map(([x, y]): Point => [x - 10, y - 14])
    return path(blob(shadow), 'fill="#000" fill-opacity=".16"') + path(blob(points), `fill="${color}"`)
  }).join('')
}

export function lowPoly(random: Random, palette: Palette): string {
  const [columns, rows] = [15, 11]
  const knots = Array.from({ length: (columns + 1) * (rows + 1) }, (_, index): Point => {
    const [column, row] = [index % (columns + 1), Math.floor(index / (columns + 1))]
    return [-80 + column * 118 + random.between(-42, 42), -80 + row * 124 + random.between(-42, 42)]
  })
  const knot = (column: number, row: number) => knots[row * (columns + 1) + column]!
  const lean = random.between(0.2, 0.8)
  const facet = (corners: Point[]) => {
    const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length
    const [x, y] = [mean(0), mean(1)]
    const color = along(palette, (x / 1600) * lean + (y / 1200) * (1 - lean) + random.between(-0.1, 0.1))
    return path(polygon(corners), `fill="${color}" stroke="${color}" stroke-width="1.5"`)
  }
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const [a, b, c, d] = [knot(column, row), knot(column + 1, row), knot(column, row + 1), knot(column + 1, row + 1)]
    return random.chance(0.5) ? facet([a, b, c]) + facet([b, c, d]) : facet([a, b, d]) + facet([a, c, d])
  }).join('')
}

export function columns(random: Random, palette: Palette): string {
  const count = random.pick([16, 20, 25])
  const width = 1600 / count
  return Array.from({ length: count }, (_, index) => {
    const colors = [along(palette, random.next()), along(palette, 0.5 + 0.5 * Math.sin(index * 0.55))]
    const tint = gradient(
      'linear',
      `k${index}`,
      [
        [0, colors[0]!],
        [1, colors[1]!]
      ],
      'x1="0" y1="0" x2="0" y2="1"'
    )
    const height = 1200 * (0.35 + 0.6 * Math.abs(Math.sin(index * 0.42 + random.between(0, 0.35))))
    const top = index % 2 ? 0 : 1200 - height
    return `${tint}<rect x="${short(index * width)}" y="${short(top)}" width="${short(width + 0.5)}" height="${short(height)}" fill="url(#k${index})"/>`
  }).join('')
}
