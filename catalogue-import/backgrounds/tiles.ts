import { along, isDark, mix, type Palette } from '../artwork/palettes.ts'
import { circle, type Point, path, polygon, short } from '../artwork/svg.ts'
import { cycle, type Random } from '../random.ts'

type Draw = (column: number, row: number, x: number, y: number) => string

function grid(size: number, draw: Draw): string {
  const [columns, rows] = [Math.ceil(1600 / size), Math.ceil(1200 / size)]
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    return draw(column, row, column * size, row * size)
  }).join('')
}

export function truchet(random: Random, palette: Palette): string {
  const size = random.pick([160, 200])
  const half = size / 2
  const arcs = grid(size, (_column, _row, x, y) => {
    const turned = random.chance(0.5)
    const radius = short(half)
    return turned
      ? `M${short(x + half)} ${short(y)}A${radius} ${radius} 0 0 1 ${short(x)} ${short(y + half)}M${short(x + size)} ${short(y + half)}A${radius} ${radius} 0 0 0 ${short(x + half)} ${short(y + size)}`
      : `M${short(x + half)} ${short(y)}A${radius} ${radius} 0 0 0 ${short(x + size)} ${short(y + half)}M${short(x)} ${short(y + half)}A${radius} ${radius} 0 0 1 ${short(x + half)} ${short(y + size)}`
  })
  const bands = [
    [0.62, palette.colors[0]],
    [0.42, palette.colors[2]],
    [0.2, palette.colors[4]]
  ] as const
  return bands.map(([share, color]) => path(arcs, `fill="none" stroke="${color}" stroke-width="${short(size * share)}"`)).join('')
}

export function scales(random: Random, palette: Palette): string {
  const radius = random.pick([114.3, 133.34, 160])
  const rows = Math.ceil(1200 / (radius / 2)) + 3
  const columns = Math.ceil(1600 / (radius * 2)) + 1
  const start = random.whole(0, 4)
  return Array.from({ length: rows * columns }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const x = column * radius * 2 + (row % 2 ? radius : 0)
    const y = row * (radius / 2)
    const first = (start + ((column * 7 + row * 3) % 5)) % 5
    return [1, 0.76, 0.52, 0.28]
      .map((share, ring) => circle(x, y, radius * share, `fill="${ring % 2 ? palette.ground : palette.colors[(first + ring) % 5]!}"`))
      .join('')
  }).join('')
}

export function cubes(random: Random, palette: Palette): string {
  const size = random.pick([80, 100, 115])
  const wide = size * Math.cos(Math.PI / 6)
  const rows = Math.ceil(1200 / (size * 1.5)) + 2
  const columns = Math.ceil(1600 / (wide * 2)) + 2
  return Array.from({ length: rows * columns }, (_, index) => {
    const [column, row] = [(index % columns) - 0.5, Math.floor(index / columns) - 0.5]
    const x = column * wide * 2 + (Math.abs(Math.floor(row)) % 2 ? wide : 0)
    const y = row * size * 1.5
    const color = along(palette, 0.15 + 0.75 * (0.5 + 0.5 * Math.sin(x / 420 + y / 330 + random.between(-0.6, 0.6))))
    const face = (corners: Point[], shade: string) =>
      path(polygon(corners.map(([across, down]) => [x + across * wide, y + down * size])), `fill="${shade}"`)
    return (
      face(
        [
          [0, 0],
          [1, -0.5],
          [0, -1],
          [-1, -0.5]
        ],
        mix(color, '#ffffff', 0.28)
      ) +
      face(
        [
          [0, 0],
          [-1, -0.5],
          [-1, 0.5],
          [0, 1]
        ],
        color
      ) +
      face(
        [
          [0, 0],
          [1, -0.5],
          [1, 0.5],
          [0, 1]
        ],
        mix(color, '#0a0a18', 0.32)
      )
    )
  }).join('')
}

export function hexagons(random: Random, palette: Palette): string {
  const size = random.pick([70, 90, 110])
  const wide = size * Math.sqrt(3)
  const rows = Math.ceil(1200 / (size * 1.5)) + 1
  const columns = Math.ceil(1600 / wide) + 1
  const focus: Point = [random.between(200, 1400), random.between(150, 1050)]
  return Array.from({ length: rows * columns }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const [x, y] = [column * wide + (row % 2 ? wide / 2 : 0), row * size * 1.5]
    const distance = Math.hypot(x - focus[0], y - focus[1]) / 1250
    const corners = (share: number): Point[] =>
      Array.from({ length: 6 }, (_, corner) => [
        x + Math.sin((corner * Math.PI) / 3) * size * share,
        y + Math.cos((corner * Math.PI) / 3) * size * share
      ])
    const color = along(palette, 1 - distance + random.between(-0.12, 0.12))
    const inner = random.chance(0.16) ? path(polygon(corners(0.45)), `fill="${palette.ground}" fill-opacity=".75"`) : ''
    return path(polygon(corners(0.94)), `fill="${color}"`) + inner
  }).join('')
}

const quarter = (x: number, y: number, size: number, turn: number, color: string) =>
  path(
    `M0 0H${short(size)}A${short(size)} ${short(size)} 0 0 1 0 ${short(size)}z`,
    `fill="${color}" transform="translate(${short(x + size / 2)} ${short(y + size / 2)}) rotate(${turn * 90}) translate(${short(-size / 2)} ${short(-size / 2)})"`
  )

export function bauhaus(random: Random, palette: Palette): string {
  const size = 200
  const tones = [palette.ground, ...palette.colors]
  return grid(size, (_column, _row, x, y) => {
    const under = random.pick(tones)
    const over = random.pick(tones.filter((tone) => tone !== under))
    const third = random.pick(tones.filter((tone) => tone !== under && tone !== over))
    const turn = random.whole(0, 3)
    const shapes = [
      () => quarter(x, y, size, turn, over),
      () => quarter(x, y, size, turn, over) + quarter(x + (turn === 1 || turn === 2 ? 100 : 0), y + (turn > 1 ? 100 : 0), 100, turn, third),
      () => circle(x + 100, y + 100, 100, `fill="${over}"`) + circle(x + 100, y + 100, 42, `fill="${third}"`),
      () => path(`M${x} ${y}h200l-200 200z`, `fill="${over}"`),
      () => [0, 80, 160].map((down) => `<rect x="${x}" y="${y + down}" width="200" height="40" fill="${over}"/>`).join(''),
      () =>
        path(`M${x} ${y + 100}a100 100 0 0 1 200 0z`, `fill="${over}"`) + path(`M${x} ${y + 200}a100 100 0 0 1 200 0z`, `fill="${third}"`)
    ]
    return `<rect x="${x}" y="${y}" width="200.5" height="200.5" fill="${under}"/>${random.pick(shapes)()}`
  })
}

export function leaves(random: Random, palette: Palette): string {
  const size = random.pick([160, 133.34, 200])
  return grid(size, (column, row, x, y) => {
    const color = cycle(palette.colors, column * 2 + row * 3 + (random.chance(0.3) ? 1 : 0))
    const mirrored = (column + row) % 2 === 1
    const leaf = `M4 4H${short(size * 0.45)}A${short(size * 0.55)} ${short(size * 0.55)} 0 0 1 ${short(size - 4)} ${short(size * 0.55)}V${short(size - 4)}H${short(size * 0.55)}A${short(size * 0.55)} ${short(size * 0.55)} 0 0 1 4 ${short(size * 0.45)}z`
    const vein = `M${short(size * 0.2)} ${short(size * 0.2)}L${short(size * 0.8)} ${short(size * 0.8)}`
    const place = mirrored ? `translate(${short(x + size)} ${short(y)}) scale(-1 1)` : `translate(${short(x)} ${short(y)})`
    return `<g transform="${place}">${path(leaf, `fill="${color}"`)}${path(vein, `stroke="${palette.ground}" stroke-width="6" stroke-linecap="round"`)}</g>`
  })
}

export function chevrons(random: Random, palette: Palette): string {
  const [width, height] = [random.pick([200, 160, 266.67]), 60]
  const count = Math.ceil(1600 / width)
  return Array.from({ length: 27 }, (_, row) => {
    const top = -120 + row * height
    const points: Point[] = Array.from({ length: count * 2 + 1 }, (_, step) => [(step * width) / 2, top + (step % 2 ? height : 0)])
    const below = [...points].reverse().map(([x, y]): Point => [x, y + height + 1])
    const tone = row % 6 === 5 ? palette.ground : cycle(palette.colors, row % 6)
    return path(polygon([...points, ...below]), `fill="${tone}"`)
  }).join('')
}

export function weave(random: Random, palette: Palette): string {
  const size = 100
  const warp = random.whole(0, 4)
  const dark = isDark(palette.ground)
  return grid(size, (column, row, x, y) => {
    const lying = (column + row) % 2 === 0
    const color = cycle(palette.colors, (lying ? row : column) + warp)
    const bars = [0, 1, 2].map((bar) => {
      const shade = mix(color, dark ? '#000000' : '#ffffff', bar === 1 ? 0 : 0.22)
      return lying
        ? `<rect x="${x - 8}" y="${y + 8 + bar * 29}" width="116" height="26" rx="6" fill="${shade}"/>`
        : `<rect x="${x + 8 + bar * 29}" y="${y - 8}" width="26" height="116" rx="6" fill="${shade}"/>`
    })
    return bars.join('')
  })
}
