import type { Drawing } from '../iconify/icon-set.ts'
import type { Random } from '../random.ts'
import type { Artwork } from './artwork.ts'
import * as compositions from './compositions.ts'
import type { Palette } from './palettes.ts'

/** How a drawing is presented: its composition, its extra tags, and its title for a subject. */
export type Style = {
  category: Artwork['category']
  kind: string
  words: readonly string[]
  title: (subject: string) => string
  draw: (drawing: Drawing, random: Random, palette: Palette) => string
}

const TWO_TONES = [
  ['#0b4f6c', '#7fd8de'],
  ['#3d1f6b', '#c9a6f5'],
  ['#7a1f3d', '#ff9fb2'],
  ['#1f4d36', '#9edb8f'],
  ['#7a3b00', '#ffc766'],
  ['#17255a', '#8fb8ff'],
  ['#0d1b20', '#ffd166'],
  ['#0d1b20', '#00b4d8'],
  ['#0d1b20', '#ff8a6b']
] as const

const BLENDS = [
  ['#00b4d8', '#3a5bd9'],
  ['#ff8a3d', '#e0245e'],
  ['#8e5bff', '#e14fb0'],
  ['#22c28a', '#0a7f8c'],
  ['#ffb020', '#f2603c'],
  ['#4f7be0', '#6c3bb0'],
  ['#ff6fa3', '#b5176e'],
  ['#3b4b5c', '#10202b']
] as const

const DEEP_BLENDS = [
  ['#007ea7', '#5b3fd6'],
  ['#e4572e', '#a4145a'],
  ['#7a3cff', '#d6246e'],
  ['#0f8f6b', '#0a4f7c'],
  ['#d97a00', '#b3261e']
] as const

const DISCS = ['#bdeaf4', '#ffd9a8', '#d9ccff', '#c5efc9', '#ffc9d4', '#fdeca6', '#cfe0ff'] as const

export const STYLES = {
  duotone: {
    category: 'icon',
    kind: 'a two-tone icon',
    words: ['icon', 'duotone', 'two-tone', 'ui'],
    title: (subject) => `${subject}, two-tone icon`,
    draw: (drawing, random) => compositions.duotone(drawing, random.pick(TWO_TONES))
  },
  tile: {
    category: 'icon',
    kind: 'an app icon',
    words: ['icon', 'app', 'button', 'gradient'],
    title: (subject) => `${subject}, app icon`,
    draw: (drawing, random) => compositions.tile(drawing, random.pick(BLENDS))
  },
  line: {
    category: 'icon',
    kind: 'a line icon with a gradient',
    words: ['icon', 'line', 'outline', 'gradient'],
    title: (subject) => `${subject}, gradient line icon`,
    draw: (drawing, random) => compositions.gradientLine(drawing, random.pick(DEEP_BLENDS))
  },
  disc: {
    category: 'icon',
    kind: 'a line icon with a color accent',
    words: ['icon', 'line', 'outline', 'ui'],
    title: (subject) => `${subject}, accent line icon`,
    draw: (drawing, random) => compositions.onDisc(drawing, '#0d1b20', random.pick(DISCS))
  },
  spotlight: {
    category: 'illustration',
    kind: 'an illustration',
    words: ['illustration', 'colorful', 'cute'],
    title: (subject) => subject,
    draw: compositions.spotlight
  },
  panel: {
    category: 'vector',
    kind: 'a flat vector drawing',
    words: ['vector', 'flat', 'object'],
    title: (subject) => `${subject}, flat vector`,
    draw: compositions.panel
  },
  logo: {
    category: 'logo',
    kind: 'a logo',
    words: ['logo', 'brand', 'technology'],
    title: (subject) => `${subject} logo`,
    draw: (drawing) => compositions.plain(drawing)
  }
} as const satisfies Record<string, Style>
