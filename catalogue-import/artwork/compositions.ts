import type { Drawing } from '../iconify/icon-set.ts'
import type { Random } from '../random.ts'
import { isDark, mix, type Palette } from './palettes.ts'
import { blob, circle, document, gradient, type Point, path, short, wide } from './svg.ts'

const ICON = { width: 512, height: 512 }

/** Places the drawing with its center at x, y and its longer side `size` units long. */
function place({ body, left, top, width, height }: Drawing, [x, y]: Point, size: number, more = ''): string {
  const scale = size / Math.max(width, height)
  const shift = `translate(${short(x - (width * scale) / 2)} ${short(y - (height * scale) / 2)}) scale(${Math.round(scale * 1000) / 1000}) translate(${-left} ${-top})`
  return `<g transform="${shift}"${more}>${body}</g>`
}

function inked(drawing: Drawing, ink: string): Drawing {
  return { ...drawing, body: drawing.body.replaceAll('currentColor', ink) }
}

/** Phosphor's duotone icons mark their second tone with this opacity. */
export function duotone(drawing: Drawing, [ink, tint]: readonly [string, string]): string {
  const two = { ...drawing, body: drawing.body.replaceAll('opacity=".2"', `fill="${tint}"`) }
  return document(ICON, ICON, place(inked(two, ink), [256, 256], 460))
}

export function tile(drawing: Drawing, [from, to]: readonly [string, string]): string {
  const face = gradient(
    'linear',
    'face',
    [
      [0, mix(from, '#ffffff', 0.12)],
      [1, to]
    ],
    'x1="0" y1="0" x2=".6" y2="1"'
  )
  return document(
    ICON,
    ICON,
    `${face}<rect x="24" y="24" width="464" height="464" rx="112" fill="url(#face)"/>${place(inked(drawing, '#ffffff'), [256, 256], 292)}`
  )
}

export function gradientLine(drawing: Drawing, [from, to]: readonly [string, string]): string {
  const { left, top, width, height } = drawing
  const box = `gradientUnits="userSpaceOnUse" x1="${left}" y1="${top}" x2="${left + width}" y2="${top + height}"`
  return document(
    ICON,
    ICON,
    gradient(
      'linear',
      'ink',
      [
        [0.1, from],
        [0.9, to]
      ],
      box
    ) + place(inked(drawing, 'url(#ink)'), [256, 256], 460)
  )
}

export function onDisc(drawing: Drawing, ink: string, disc: string): string {
  return document(ICON, ICON, circle(290, 278, 190, `fill="${disc}"`) + place(inked(drawing, ink), [248, 248], 400))
}

/** Draws only the subject, with a longer side of 1024. */
export function plain(drawing: Drawing, ink = '#0d1b20', longest = 1024): string {
  const scale = longest / Math.max(drawing.width, drawing.height)
  const size = { width: Math.max(1, Math.round(drawing.width * scale)), height: Math.max(1, Math.round(drawing.height * scale)) }
  return document(size, drawing, inked(drawing, ink).body)
}

function sprig(random: Random, [x, y]: Point, color: string): string {
  const leaf = (turn: number, length: number) =>
    path(
      `M0 0C${short(length * 0.4)} ${short(-length * 0.35)} ${short(length * 0.8)} ${short(-length * 0.3)} ${short(length)} 0C${short(length * 0.8)} ${short(length * 0.12)} ${short(length * 0.4)} ${short(length * 0.2)} 0 0z`,
      `fill="${color}" transform="rotate(${short(turn)})"`
    )
  const lean = random.between(-100, -80)
  const blades = [-52, -26, 0, 26, 52].map((turn) => leaf(lean + turn, random.between(90, 210)))
  return `<g transform="translate(${short(x)} ${short(y)})">${blades.join('')}</g>`
}

/** Draws a subject in a small scene: ground, a cloud of color, grass, and a few specks. */
export function spotlight(drawing: Drawing, random: Random, palette: Palette): string {
  const dark = isDark(palette.ground)
  const back = dark ? mix(palette.ground, palette.colors[1], 0.25) : mix(palette.colors[3], '#ffffff', 0.45)
  const cloud = dark ? mix(palette.colors[1], palette.colors[2], 0.4) : mix(palette.colors[3], palette.colors[4], 0.35)
  const floor = dark ? palette.colors[0] : mix(palette.colors[1], palette.colors[3], 0.35)
  const rim = Array.from({ length: 9 }, (_, corner): Point => {
    const [angle, reach] = [(corner / 9) * Math.PI * 2, random.between(0.88, 1.16)]
    return [800 + Math.cos(angle) * 590 * reach, 560 + Math.sin(angle) * 480 * reach]
  })
  const specks = Array.from({ length: 16 }, () =>
    circle(random.between(60, 1540), random.between(50, 800), random.between(6, 20), `fill="${random.pick(palette.colors.slice(2))}"`)
  )
  const hill = `M0 ${random.whole(930, 990)}Q420 ${random.whole(850, 910)} 800 ${random.whole(900, 940)}T1600 ${random.whole(890, 960)}V1200H0z`
  const grass = [random.between(90, 330), random.between(1270, 1510), random.between(200, 420)].map((x, index) =>
    sprig(random, [x, 960 + index * 60], index === 1 ? mix(floor, palette.colors[0], 0.6) : mix(floor, palette.colors[2], 0.5))
  )
  return wide(
    back,
    [
      path(blob(rim), `fill="${cloud}"`),
      ...specks,
      path(hill, `fill="${floor}"`),
      ...grass,
      `<ellipse cx="800" cy="1030" rx="380" ry="48" fill="#000" fill-opacity=".22"/>`,
      place(drawing, [800, 590], 880)
    ].join('')
  )
}

/** Draws an object on a flat two-tone panel, in front of a disc or an arch. */
export function panel(drawing: Drawing, random: Random, palette: Palette): string {
  const color = random.pick(palette.colors.slice(1, 4))
  const back = mix(color, '#ffffff', 0.62)
  const shape = mix(color, '#ffffff', 0.3)
  const behind = random.pick([
    () => circle(800, 600, 450, `fill="${shape}"`),
    () => `<rect x="420" y="150" width="760" height="1050" rx="380" fill="${shape}"/>`,
    () => path('M0 1200V760L1600 330V1200z', `fill="${shape}"`),
    () => `<rect x="370" y="190" width="860" height="820" rx="90" fill="${shape}" transform="rotate(${random.whole(-12, 12)} 800 600)"/>`
  ])
  const shadow = `<ellipse cx="800" cy="1010" rx="330" ry="34" fill="${mix(color, '#101018', 0.55)}" fill-opacity=".28"/>`
  return wide(back, behind() + shadow + place(drawing, [800, 590], 780))
}

/** Draws a seamless pattern of one or two drawings. */
export function repeat(drawings: readonly [Drawing, Drawing], random: Random, palette: Palette): string {
  const size = random.pick([400, 533.34])
  const back = isDark(palette.ground) ? mix(palette.ground, palette.colors[0], 0.5) : mix(palette.colors[4], '#ffffff', 0.35)
  const turned = (drawing: Drawing, x: number, y: number, turn: number, share: number) =>
    `<g transform="rotate(${turn} ${x} ${y})">${place(drawing, [x, y], size * share)}</g>`
  const speck = isDark(back) ? palette.colors[2] : mix(palette.colors[2], back, 0.45)
  const [quarter, rest] = [size / 4, (size * 3) / 4]
  const dots = [
    [rest, quarter * 0.55],
    [quarter, rest * 1.18],
    [quarter * 1.9, size / 2]
  ] as const
  const cell = [
    ...dots.map(([x, y]) => circle(x, y, size / 42, `fill="${speck}"`)),
    turned(drawings[0], quarter, quarter * 1.1, random.whole(-24, 24), 0.54),
    turned(drawings[1], rest, rest, random.whole(-24, 24), 0.5)
  ]
  return wide(
    back,
    `<pattern id="repeat" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${cell.join('')}</pattern><rect width="1600" height="1200" fill="url(#repeat)"/>`
  )
}
