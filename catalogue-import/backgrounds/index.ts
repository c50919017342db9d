import type { Artwork } from '../artwork/artwork.ts'
import { PALETTES, type Palette } from '../artwork/palettes.ts'
import { wide } from '../artwork/svg.ts'
import { cycle, type Random, randomFrom } from '../random.ts'
import * as layers from './layers.ts'
import * as lines from './lines.ts'
import * as scatter from './scatter.ts'
import * as soft from './soft.ts'
import * as tiles from './tiles.ts'

type Family = { key: string; title: string; tags: string[]; draw: (random: Random, palette: Palette) => string }

const FAMILIES: readonly Family[] = [
  { key: 'stripes', title: 'Flowing stripes', tags: ['stripes', 'seventies', 'lines'], draw: lines.stripes },
  { key: 'confetti', title: 'Confetti', tags: ['party', 'celebration', 'birthday'], draw: scatter.confetti },
  { key: 'chevrons', title: 'Chevron zigzag', tags: ['zigzag', 'geometric', 'stripes'], draw: tiles.chevrons },
  { key: 'columns', title: 'Gradient columns', tags: ['bars', 'gradient', 'abstract'], draw: layers.columns },
  { key: 'weave', title: 'Woven bands', tags: ['weave', 'textile', 'geometric'], draw: tiles.weave },
  { key: 'pebbles', title: 'Pebbles', tags: ['stones', 'organic', 'shapes'], draw: scatter.pebbles },
  { key: 'hexagons', title: 'Hexagon grid', tags: ['honeycomb', 'geometric', 'technology'], draw: tiles.hexagons },
  { key: 'truchet', title: 'Truchet tiles', tags: ['maze', 'geometric', 'tiles'], draw: tiles.truchet },
  { key: 'flow', title: 'Flow field', tags: ['brush', 'lines', 'organic'], draw: lines.flow },
  { key: 'terrazzo', title: 'Terrazzo', tags: ['stone', 'chips', 'texture'], draw: scatter.terrazzo },
  { key: 'bokeh', title: 'Bokeh lights', tags: ['lights', 'blur', 'night'], draw: soft.bokeh },
  { key: 'halftone', title: 'Halftone dots', tags: ['dots', 'print', 'comic'], draw: scatter.halftone },
  { key: 'memphis', title: 'Memphis shapes', tags: ['eighties', 'geometric', 'playful'], draw: scatter.memphis },
  { key: 'constellations', title: 'Constellations', tags: ['stars', 'night', 'network'], draw: lines.constellations },
  { key: 'scales', title: 'Wave scales', tags: ['seigaiha', 'japanese', 'circles'], draw: tiles.scales },
  { key: 'low-poly', title: 'Low poly facets', tags: ['polygon', 'triangles', 'geometric'], draw: layers.lowPoly },
  { key: 'leaves', title: 'Leaf tiles', tags: ['leaf', 'botanical', 'mid-century'], draw: tiles.leaves },
  { key: 'cubes', title: 'Isometric cubes', tags: ['3d', 'isometric', 'geometric'], draw: tiles.cubes },
  { key: 'sunburst', title: 'Sunburst rays', tags: ['sun', 'rays', 'vintage'], draw: soft.sunburst },
  { key: 'arches', title: 'Concentric arches', tags: ['circles', 'rainbow', 'retro'], draw: lines.arches },
  { key: 'silk', title: 'Silk lines', tags: ['waves', 'lines', 'elegant'], draw: lines.silk },
  { key: 'dusk-sky', title: 'Sun behind clouds', tags: ['sky', 'sun', 'clouds'], draw: soft.duskSky },
  { key: 'mesh', title: 'Gradient mesh', tags: ['gradient', 'blur', 'soft'], draw: soft.mesh },
  { key: 'paper-cut', title: 'Paper cut layers', tags: ['paper', 'layers', 'depth'], draw: layers.paperCut },
  { key: 'waves', title: 'Layered waves', tags: ['waves', 'sea', 'curves'], draw: layers.waves },
  { key: 'topographic', title: 'Topographic lines', tags: ['map', 'contour', 'terrain'], draw: lines.topographic },
  { key: 'bauhaus', title: 'Bauhaus tiles', tags: ['geometric', 'tiles', 'modernist'], draw: tiles.bauhaus },
  { key: 'dunes', title: 'Sand dunes', tags: ['desert', 'landscape', 'hills'], draw: layers.dunes },
  { key: 'aurora', title: 'Aurora', tags: ['northern lights', 'night', 'sky'], draw: soft.aurora }
]

export const OWN = {
  license: { title: 'CC0 1.0', spdx: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  author: { name: 'Easel Studio' },
  origin: 'human' as const,
  source: 'easel-studio'
}

/** Goes through all families before the next variation, so that neighbors never look alike. */
export function backgrounds(variations: number): Artwork[] {
  return Array.from({ length: variations }, (_, variation) =>
    FAMILIES.map((family, place) => background(family, paletteOf(place, variation)))
  ).flat()
}

/** 21 palettes and a step of 4 have no common divisor, so a family uses every palette once before repeating one. */
function paletteOf(place: number, variation: number): Palette {
  return cycle(PALETTES, place * 5 + variation * 4)
}

function background(family: Family, palette: Palette): Artwork {
  return {
    source_key: `easel:${family.key}-${palette.name}`,
    title: `${family.title}, ${palette.name}`,
    description: `${family.title} in ${palette.words.join(' and ')}: a wide background for slides, covers, posters and websites. Scales to any size.`,
    category: 'background',
    tags: [...new Set([...family.tags, ...palette.words, palette.name, 'background', 'wallpaper', 'pattern'])],
    svg: wide(palette.ground, family.draw(randomFrom(`${family.key} ${palette.name}`), palette)),
    ...OWN
  }
}
