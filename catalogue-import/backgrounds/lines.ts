import { along, isDark, mix, type Palette } from '../artwork/palettes.ts'
import { curve, gradient, type Point, path, polyline, short } from '../artwork/svg.ts'
import { cycle, type Random } from '../random.ts'
import { contours, field } from './contours.ts'

const OPEN = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

export function topographic(random: Random, palette: Palette): string {
  const height = field(random)
  const levels = 21
  const lines = Array.from({ length: levels }, (_, index) => {
    const level = -1.9 + (index / (levels - 1)) * 3.8
    const strong = index % 4 === 0
    const d = contours(height, level)
      .map((line) => curve(line))
      .join('')
    const position = isDark(palette.ground) ? 0.3 + (index / levels) * 0.7 : (index / levels) * 0.6
    return path(d, `${OPEN} stroke="${along(palette, position)}" stroke-width="${strong ? 8 : 4}"`)
  })
  return lines.join('')
}

export function silk(random: Random, palette: Palette): string {
  const strands = 46
  const sway = Array.from({ length: 3 }, () => ({
    rise: random.between(60, 210),
    pace: random.between(0.6, 2.1),
    phase: random.between(0, 6.3)
  }))
  const strand = (share: number): Point[] =>
    Array.from({ length: 15 }, (_, step) => {
      const x = -60 + step * 125
      const drift = sway.reduce(
        (sum, { rise, pace, phase }, index) =>
          sum + rise * (0.35 + share) * Math.sin((x / 1600) * pace * 6.3 + phase + share * (index + 0.8)),
        0
      )
      return [x, 140 + share * 920 + drift]
    })
  const ink = gradient(
    'linear',
    'ink',
    palette.colors.map((color, index) => [index / 4, color] as const),
    'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="1600" y2="600"'
  )
  const lines = Array.from({ length: strands }, (_, index) => curve(strand(index / strands))).join('')
  return ink + path(lines, `${OPEN} stroke="url(#ink)" stroke-width="4"`)
}

export function flow(random: Random, palette: Palette): string {
  const turn = field(random)
  const bundles = palette.colors.map((): string[] => [])
  for (let index = 0; index < 360; index++) {
    let [x, y]: Point = [random.between(-50, 1650), random.between(-50, 1250)]
    const points: Point[] = [[x, y]]
    const steps = random.whole(4, 8)
    for (let step = 0; step < steps; step++) {
      const angle = turn(x, y) * 1.6
      x += Math.cos(angle) * 30
      y += Math.sin(angle) * 30
      points.push([x, y])
    }
    random.pick(bundles).push(curve(points))
  }
  return bundles
    .map((lines, index) => path(lines.join(''), `${OPEN} stroke="${cycle(palette.colors, index)}" stroke-width="${11 - index}"`))
    .join('')
}

export function arches(random: Random, palette: Palette): string {
  const centers = [
    [random.whole(-100, 400), 1200, 58],
    [random.whole(900, 1500), 1200, 44],
    [random.whole(400, 1100), random.whole(-80, 120), 52]
  ] as const
  return centers
    .map(([x, y, stroke], place) => {
      const rings = Array.from({ length: 9 }, (_, index) => {
        const radius = 760 - index * (stroke + 22)
        const color = cycle(palette.colors, index + place * 2)
        return radius > 20 ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="${stroke}"/>` : ''
      })
      return `<circle cx="${x}" cy="${y}" r="${760 + stroke}" fill="${palette.ground}"/>${rings.join('')}`
    })
    .join('')
}

export function stripes(random: Random, palette: Palette): string {
  const bend = random.pick([1, -1])
  const [start, end] = [random.between(150, 500), random.between(500, 800)]
  return Array.from({ length: 10 }, (_, index) => {
    const offset = index * 62
    const [left, right] = bend === 1 ? [start + offset, end + offset] : [end + offset, start + offset]
    const middle = (left + right) / 2 + bend * 260
    const d = `M-50 ${short(left)}C450 ${short(left)} 500 ${short(middle - 300)} 800 ${short(middle - 200)}S1200 ${short(right)} 1650 ${short(right)}`
    const color = index < 5 ? cycle(palette.colors, index) : mix(cycle(palette.colors, 9 - index), palette.ground, 0.45)
    return path(d, `fill="none" stroke="${color}" stroke-width="63"`)
  }).join('')
}

export function constellations(random: Random, palette: Palette): string {
  const night = isDark(palette.ground) ? palette.ground : mix(palette.colors[0], '#070812', 0.7)
  const stars: Point[] = Array.from({ length: 90 }, () => [random.between(0, 1600), random.between(0, 1200)])
  const near = stars.flatMap((from, index) =>
    stars
      .slice(index + 1)
      .filter((to) => Math.hypot(from[0] - to[0], from[1] - to[1]) < 165)
      .map((to) => polyline([from, to]))
  )
  const dust = Array.from({ length: 260 }, () => `M${random.whole(0, 1600)} ${random.whole(0, 1200)}h.1`).join('')
  const glow = gradient(
    'radial',
    'glow',
    [
      [0, palette.colors[1], 0.75],
      [1, night, 0]
    ],
    `cx="${short(random.between(0.2, 0.8))}" cy=".4" r=".7"`
  )
  return [
    `<rect width="1600" height="1200" fill="${night}"/>${glow}<rect width="1600" height="1200" fill="url(#glow)"/>`,
    path(dust, `${OPEN} stroke="#fff" stroke-opacity=".5" stroke-width="2.5"`),
    path(near.join(''), `${OPEN} stroke="${palette.colors[3]}" stroke-opacity=".6" stroke-width="2"`),
    ...stars.map(([x, y], index) =>
      path(
        `M${short(x)} ${short(y)}h.1`,
        `stroke="${cycle(palette.colors, 3 + (index % 2))}" stroke-width="${index % 7 === 0 ? 16 : 8}" stroke-linecap="round"`
      )
    )
  ].join('')
}
