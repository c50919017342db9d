import { along, isDark, mix, type Palette } from '../artwork/palettes.ts'
import { circle, gradient, path, polygon, short } from '../artwork/svg.ts'
import type { Random } from '../random.ts'

export function mesh(random: Random, palette: Palette): string {
  const spots = palette.colors.flatMap((color, index) => [
    { id: `a${index}`, color },
    { id: `b${index}`, color: mix(color, palette.ground, 0.25) }
  ])
  const glows = spots.map(({ id, color }) =>
    gradient('radial', id, [
      [0, color, 1],
      [0.4, color, 0.6],
      [1, color, 0]
    ])
  )
  const shapes = spots.map(({ id }) =>
    circle(random.between(0, 1600), random.between(0, 1200), random.between(300, 620), `fill="url(#${id})"`)
  )
  return glows.join('') + shapes.join('')
}

export function aurora(random: Random, palette: Palette): string {
  const night = isDark(palette.ground) ? palette.ground : mix(palette.colors[0], '#05060f', 0.75)
  const curtains = Array.from({ length: 16 }, (_, index) => {
    const color = along(palette, 0.25 + random.next() * 0.75)
    const x = index * 110 + random.between(-60, 20)
    const tilt = random.between(-16, -6)
    const box = `cx="${short(x)}" cy="${short(random.between(420, 640))}" rx="${short(random.between(70, 190))}" ry="${short(random.between(420, 680))}"`
    return `${gradient('radial', `c${index}`, [
      [0, color, 0.62],
      [0.5, color, 0.24],
      [1, color, 0]
    ])}<ellipse ${box} transform="rotate(${short(tilt)} ${short(x)} 600)" fill="url(#c${index})"/>`
  })
  const stars = Array.from({ length: 130 }, () => `M${random.whole(0, 1600)} ${random.whole(0, 800)}h.1`).join('')
  const hill = (top: number, color: string) =>
    path(
      `M0 1200V${top}Q300 ${top - random.whole(60, 130)} 620 ${top - 10}T1150 ${top - 30}T1600 ${top - random.whole(20, 90)}V1200z`,
      `fill="${color}"`
    )
  return [
    `<rect width="1600" height="1200" fill="${night}"/>`,
    path(stars, 'stroke="#fff" stroke-opacity=".8" stroke-width="3" stroke-linecap="round"'),
    ...curtains,
    hill(1010, mix(night, palette.colors[0], 0.3)),
    hill(1110, mix(night, '#000000', 0.45))
  ].join('')
}

export function bokeh(random: Random, palette: Palette): string {
  const night = isDark(palette.ground) ? palette.ground : mix(palette.colors[0], '#08080c', 0.5)
  const lights = Array.from({ length: 70 }, () => {
    const color = along(palette, 0.2 + random.next() * 0.8)
    const opacity = short(random.between(0.1, 0.55))
    const radius = random.next() ** 2 * 150 + 18
    const rim = `fill="${color}" fill-opacity="${opacity}" stroke="${mix(color, '#ffffff', 0.4)}" stroke-opacity=".35" stroke-width="2"`
    return circle(random.between(0, 1600), random.between(0, 1200), radius, rim)
  })
  const glow = gradient(
    'radial',
    'glow',
    [
      [0, palette.colors[1], 0.9],
      [1, night, 0]
    ],
    'cx=".65" cy=".35" r=".8"'
  )
  return `<rect width="1600" height="1200" fill="${night}"/>${glow}<rect width="1600" height="1200" fill="url(#glow)"/>${lights.join('')}`
}

export function sunburst(random: Random, palette: Palette): string {
  const [x, y] = [random.pick([400, 800, 1200]), random.pick([620, 1200, 1000])]
  const rays = random.pick([16, 20, 28])
  const reach = 2200
  const turn = (index: number) => (index / rays) * Math.PI * 2
  const beams = Array.from({ length: rays }, (_, index) => {
    const [from, to] = [turn(index), turn(index + 0.5)]
    const corners = [from, to].map((angle) => [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const)
    return polygon([[x, y], ...corners])
  }).join('')
  const rings = [470, 360, 260, 170].map((radius, index) => circle(x, y, radius, `fill="${palette.colors[4 - index]!}"`))
  const fade = gradient(
    'radial',
    'fade',
    [
      [0, palette.colors[3]],
      [1, palette.colors[1]]
    ],
    `gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="1500"`
  )
  return `${fade}<rect width="1600" height="1200" fill="${palette.colors[4]}"/>${path(beams, 'fill="url(#fade)"')}${rings.join('')}`
}

export function duskSky(random: Random, palette: Palette): string {
  const sky = gradient(
    'linear',
    'sky',
    palette.colors.map((color, index) => [index / 4, color] as const),
    'x1="0" y1="0" x2="0" y2="1"'
  )
  const clouds = Array.from({ length: 26 }, (_, index) => {
    const y = 260 + index * 36 + random.between(-14, 14)
    const width = random.between(300, 1000)
    const height = random.between(14, 44)
    const color = random.chance(0.5)
      ? mix(along(palette, y / 1200), '#ffffff', 0.3)
      : mix(along(palette, y / 1200 - 0.2), palette.ground, 0.15)
    return `<rect x="${short(random.between(-300, 1300))}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${short(height / 2)}" fill="${color}" fill-opacity=".42"/>`
  })
  const sun = circle(random.between(450, 1150), random.between(520, 760), 190, `fill="${mix(palette.colors[4], '#ffffff', 0.45)}"`)
  return `${sky}<rect width="1600" height="1200" fill="url(#sky)"/>${sun}${clouds.join('')}`
}
