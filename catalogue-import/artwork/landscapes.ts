import { cycle, type Random } from '../random.ts'
import { along, isDark, mix, type Palette } from './palettes.ts'
import { circle, gradient, type Point, path, polygon, short, wide } from './svg.ts'

type Scene = { key: string; title: string; tags: string[]; draw: (random: Random, palette: Palette) => string }

export const SCENES: readonly Scene[] = [
  { key: 'peaks', title: 'Mountain range', tags: ['mountains', 'peaks', 'nature', 'hiking'], draw: peaks },
  { key: 'skyline', title: 'City skyline', tags: ['city', 'skyline', 'buildings', 'town'], draw: skyline },
  { key: 'pines', title: 'Pine forest', tags: ['forest', 'trees', 'nature', 'woods'], draw: pines },
  { key: 'sea', title: 'Sailing boat at sea', tags: ['sea', 'ocean', 'boat', 'sailing'], draw: sea },
  { key: 'desert', title: 'Desert with cacti', tags: ['desert', 'cactus', 'sand', 'western'], draw: desert },
  { key: 'planets', title: 'Planets in space', tags: ['space', 'planets', 'stars', 'universe'], draw: planets }
]

function sky(palette: Palette): string {
  const [top, low] = isDark(palette.ground)
    ? [palette.ground, palette.colors[2]]
    : [mix(palette.colors[3], '#ffffff', 0.25), mix(palette.colors[4], '#ffffff', 0.45)]
  return `${gradient(
    'linear',
    'sky',
    [
      [0, top],
      [0.75, low]
    ],
    'x1="0" y1="0" x2="0" y2="1"'
  )}<rect width="1600" height="1200" fill="url(#sky)"/>`
}

function light(random: Random, palette: Palette, y: number): string {
  const [x, color] = [random.whole(380, 1220), mix(palette.colors[4], '#ffffff', 0.5)]
  return circle(x, y, 200, `fill="${color}" fill-opacity=".22"`) + circle(x, y, 120, `fill="${color}"`)
}

/** Distant layers fade into the sky; near ones are dark. */
function depth(palette: Palette, share: number): string {
  return mix(along(palette, 0.62 - share * 0.62), share > 0.7 ? '#06070d' : palette.colors[0], share * 0.3)
}

function peaks(random: Random, palette: Palette): string {
  const range = (layer: number) => {
    const base = 640 + layer * 120
    const tops = Array.from(
      { length: 6 },
      (_, index): Point => [-100 + index * 360 + random.between(-70, 70), base - random.between(150, 400 - layer * 50)]
    )
    const slopes = tops.flatMap(([x, y], index): Point[] => [
      [x - 170 + random.between(-20, 20), base + random.between(20, 70)],
      [x, y],
      ...(index === 5 ? [[x + 300, base + 60] as const] : [])
    ])
    const caps =
      layer > 1
        ? []
        : tops.map(([x, y]) =>
            path(
              polygon([
                [x, y],
                [x + 52, y + 92],
                [x + 18, y + 74],
                [x - 6, y + 106],
                [x - 26, y + 76],
                [x - 47, y + 90]
              ]),
              'fill="#fff" fill-opacity=".85"'
            )
          )
    return path(polygon([[-200, 1300], ...slopes, [1900, 1300]]), `fill="${depth(palette, layer / 4)}"`) + caps.join('')
  }
  return wide(palette.ground, sky(palette) + light(random, palette, 330) + [0, 1, 2, 3, 4].map(range).join(''))
}

function skyline(random: Random, palette: Palette): string {
  const row = (layer: number) => {
    const houses: string[] = []
    for (let x = -20; x < 1600; ) {
      const [width, top] = [random.whole(80, 170), random.whole(330, 720) + layer * 130]
      const windows = Array.from({ length: Math.floor((1200 - top) / 60) * Math.floor((width - 20) / 36) }, (_, index) => {
        const across = Math.floor((width - 20) / 36)
        return random.chance(0.42) ? `M${x + 22 + (index % across) * 36} ${top + 34 + Math.floor(index / across) * 60}v22` : ''
      })
      const roof = random.chance(0.25)
        ? path(`M${x + width / 2} ${top - 110}V${top}`, `stroke="${depth(palette, layer / 2)}" stroke-width="8"`)
        : ''
      houses.push(`${roof}<rect x="${x}" y="${top}" width="${width + 1}" height="${1200 - top}" fill="${depth(palette, layer / 2)}"/>`)
      if (layer > 0) houses.push(path(windows.join(''), `stroke="${palette.colors[4]}" stroke-width="15" stroke-opacity="${layer * 0.4}"`))
      x += width
    }
    return houses.join('')
  }
  return wide(palette.ground, sky(palette) + light(random, palette, 300) + [0, 1, 2].map(row).join(''))
}

function pines(random: Random, palette: Palette): string {
  const tree = (x: number, foot: number, height: number, color: string) => {
    const tiers = [0, 1, 2, 3].map((tier) => {
      const [top, half] = [foot - height + tier * height * 0.2, height * (0.12 + tier * 0.055)]
      return polygon([
        [x, top],
        [x + half, top + height * 0.34],
        [x - half, top + height * 0.34]
      ])
    })
    return path(
      `${tiers.join('')}M${short(x - height * 0.03)} ${short(foot - height * 0.08)}h${short(height * 0.06)}V${short(foot)}h${short(-height * 0.06)}z`,
      `fill="${color}"`
    )
  }
  const row = (layer: number) => {
    const [foot, color] = [760 + layer * 130, depth(palette, layer / 3)]
    const trees = Array.from({ length: 15 - layer * 2 }, (_, index) =>
      tree(index * (110 + layer * 34) + random.between(-40, 40), foot + random.between(0, 50), random.between(230, 330) + layer * 70, color)
    )
    return `${trees.join('')}<path d="M0 ${foot + 10}Q400 ${foot - 40} 800 ${foot + 8}T1600 ${foot}V1200H0z" fill="${color}"/>`
  }
  return wide(palette.ground, sky(palette) + light(random, palette, 360) + [0, 1, 2, 3].map(row).join(''))
}

function sea(random: Random, palette: Palette): string {
  const [x, y] = [random.whole(520, 1080), 720]
  const boat = `<g transform="translate(${x} ${y}) rotate(${random.whole(-5, 5)})">${path('M-150 20H150L100 90H-100z', `fill="${mix(palette.colors[0], '#05060c', 0.4)}"`)}${path('M-8 0V-330L-140-10z', 'fill="#fff"')}${path('M8 0V-290L120-10z', `fill="${palette.colors[3]}"`)}${path('M0-350V20', `stroke="${mix(palette.colors[0], '#05060c', 0.4)}" stroke-width="10"`)}</g>`
  const swell = (layer: number) => {
    const [top, wave] = [730 + layer * 85, random.whole(100, 170)]
    const crests = Array.from(
      { length: Math.ceil(1700 / wave) + 2 },
      () => `q${wave / 4} ${-26 - layer * 3} ${wave / 2} 0t${wave / 2} 0`
    ).join('')
    return path(`M${-random.whole(20, 160)} ${top}${crests}V1300H-200z`, `fill="${depth(palette, layer / 5)}"`)
  }
  const birds = Array.from({ length: 5 }, () => `M${random.whole(150, 1450)} ${random.whole(150, 420)}q22-26 40 0q18-26 40 0`).join('')
  return wide(
    palette.ground,
    [
      sky(palette),
      light(random, palette, 560),
      path(birds, `fill="none" stroke="${palette.colors[0]}" stroke-width="7" stroke-linecap="round"`),
      swell(0),
      boat,
      ...[1, 2, 3, 4, 5].map(swell)
    ].join('')
  )
}

function desert(random: Random, palette: Palette): string {
  const mesa = Array.from({ length: 3 }, (_, index) => {
    const [x, width, top] = [index * 560 + random.whole(-80, 120), random.whole(220, 380), random.whole(420, 560)]
    return path(`M${x - 60} 800L${x} ${top}H${x + width}L${x + width + 70} 800z`, `fill="${depth(palette, 0.25)}"`)
  })
  const cactus = (x: number, foot: number, size: number) => {
    const arms = 'M0 0V-100M0-35H-32V-66M0-22H30V-58'
    return `<g transform="translate(${short(x)} ${short(foot)}) scale(${short(size)})">${path(arms, `fill="none" stroke="${mix(depth(palette, 1), '#1f6b43', 0.45)}" stroke-width="19" stroke-linecap="round" stroke-linejoin="round"`)}</g>`
  }
  const floor = (top: number, share: number) =>
    path(`M0 ${top}Q420 ${top - random.whole(30, 90)} 820 ${top - 10}T1600 ${top - 40}V1200H0z`, `fill="${depth(palette, share)}"`)
  return wide(
    palette.ground,
    [
      sky(palette),
      light(random, palette, 330),
      ...mesa,
      floor(800, 0.42),
      cactus(random.between(200, 500), 860, 2),
      cactus(random.between(900, 1100), 850, 1.5),
      floor(930, 0.62),
      cactus(random.between(1150, 1380), 1010, 3.4),
      floor(1080, 0.85)
    ].join('')
  )
}

function planets(random: Random, palette: Palette): string {
  const night = mix(isDark(palette.ground) ? palette.ground : palette.colors[0], '#05060f', 0.55)
  const stars = Array.from({ length: 190 }, () => `M${random.whole(0, 1600)} ${random.whole(0, 1200)}h.1`).join('')
  const planet = (x: number, y: number, radius: number, index: number) => {
    const color = cycle(palette.colors, 1 + (index % 4))
    const bands = [-0.45, 0, 0.4]
      .map(
        (share) =>
          `<ellipse cx="${short(x)}" cy="${short(y + radius * share)}" rx="${short(radius * 1.1)}" ry="${short(radius * 0.12)}" fill="${mix(color, '#ffffff', 0.3)}" fill-opacity=".6"/>`
      )
      .join('')
    const ring =
      index === 0
        ? `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(radius * 1.75)}" ry="${short(radius * 0.4)}" fill="none" stroke="${palette.colors[4]}" stroke-width="20" transform="rotate(-18 ${short(x)} ${short(y)})" stroke-opacity=".85"/>`
        : ''
    const disc = `<clipPath id="p${index}">${circle(x, y, radius, '')}</clipPath><g clip-path="url(#p${index})">${circle(x, y, radius, `fill="${color}"`)}${bands}${circle(x + radius * 0.5, y + radius * 0.35, radius * 1.25, 'fill="#000" fill-opacity=".16"')}</g>`
    return disc + ring
  }
  const bodies = [
    planet(random.between(500, 700), random.between(500, 650), 240, 0),
    planet(random.between(1150, 1400), random.between(250, 380), 130, 1),
    planet(random.between(1100, 1350), random.between(850, 980), 175, 2),
    planet(random.between(150, 300), random.between(900, 1050), 85, 3)
  ]
  return wide(night, path(stars, 'stroke="#fff" stroke-opacity=".8" stroke-width="4" stroke-linecap="round"') + bodies.join(''))
}
