import { cycle, type NonEmpty } from '../random.ts'

/** Five colors from the darkest to the lightest or brightest, and the background they are used on. */
export type Palette = { name: string; words: readonly string[]; ground: string; colors: readonly [string, string, string, string, string] }

export const PALETTES: NonEmpty<Palette> = [
  { name: 'dusk', words: ['purple', 'pink'], ground: '#1d1a3b', colors: ['#3d2c6b', '#7b3f8c', '#c8528b', '#f2827a', '#fbc687'] },
  { name: 'lagoon', words: ['teal', 'turquoise'], ground: '#e8f6f5', colors: ['#0b4f6c', '#01949a', '#20bfa9', '#8ee3c8', '#f6d186'] },
  { name: 'ember', words: ['red', 'orange'], ground: '#2b0f1a', colors: ['#6a1b2d', '#b3262e', '#e4572e', '#f4a259', '#f9dcc4'] },
  { name: 'meadow', words: ['green', 'yellow'], ground: '#f4f7e6', colors: ['#2f5d3a', '#5b8c3e', '#9cbf4b', '#dbe58a', '#f4b942'] },
  { name: 'midnight', words: ['navy', 'blue'], ground: '#0b1026', colors: ['#17255a', '#2e4aa3', '#4f7be0', '#8fb8ff', '#f5d6ff'] },
  { name: 'blossom', words: ['pink', 'rose'], ground: '#fff1f3', colors: ['#8c2f5b', '#d6547f', '#f58ca8', '#fbc4cf', '#ffe1a8'] },
  { name: 'citrus', words: ['orange', 'yellow'], ground: '#fff8e1', colors: ['#e85d04', '#f48c06', '#5aa469', '#ffcf56', '#ffe8a3'] },
  { name: 'nordic', words: ['gray', 'blue'], ground: '#eceff1', colors: ['#26323b', '#4f6d7a', '#88a2ad', '#c0d6df', '#e4b363'] },
  { name: 'grape', words: ['purple', 'violet'], ground: '#1c1030', colors: ['#40206b', '#6c3bb0', '#9d6be0', '#c9a6f5', '#ffd6f6'] },
  { name: 'clay', words: ['terracotta', 'brown'], ground: '#f7ebe1', colors: ['#6b3a2a', '#a85c3c', '#7d8f69', '#d98b5f', '#ecc19c'] },
  { name: 'ocean', words: ['blue', 'cyan'], ground: '#06283d', colors: ['#0f4c75', '#1478a7', '#28a9c9', '#7fd8de', '#fdf0b5'] },
  { name: 'candy', words: ['colorful', 'pink'], ground: '#fff4fb', colors: ['#7b4fff', '#ff5fa2', '#4fd1c5', '#ffb35c', '#ffe66d'] },
  { name: 'forest', words: ['green', 'dark'], ground: '#0f1f17', colors: ['#1f3d2b', '#356b45', '#5f9a5e', '#a3c67f', '#f2d388'] },
  { name: 'sand', words: ['beige', 'gold'], ground: '#fbf5e9', colors: ['#8a6d3b', '#5c8d89', '#c2a05f', '#dec794', '#efe2c0'] },
  { name: 'arctic', words: ['light blue', 'ice'], ground: '#f2fafd', colors: ['#0a6ebd', '#45a7e6', '#b79ced', '#8fd0f5', '#c9ecfb'] },
  { name: 'sunset', words: ['magenta', 'orange'], ground: '#3a1246', colors: ['#7a1e6c', '#c72c6b', '#f0534f', '#fb8c4b', '#ffd166'] },
  { name: 'ink', words: ['black', 'red'], ground: '#f5f2ea', colors: ['#1b1b1e', '#4a4a50', '#d7263d', '#a9a6a0', '#d8d3c8'] },
  { name: 'retro', words: ['seventies', 'orange'], ground: '#fdf3dc', colors: ['#264653', '#2a9d8f', '#e76f51', '#f4a261', '#e9c46a'] },
  { name: 'mint', words: ['green', 'pastel'], ground: '#effaf4', colors: ['#136f63', '#3fb68b', '#ff9f8e', '#8edcb5', '#c9f2dc'] },
  { name: 'regal', words: ['plum', 'gold'], ground: '#1e0f2a', colors: ['#4a1f4f', '#7d2f63', '#b5476a', '#d9a441', '#f7e3a1'] },
  { name: 'neon', words: ['neon', 'cyan'], ground: '#0a0a14', colors: ['#7a3cff', '#ff2e88', '#16c8ff', '#2bff9f', '#ffe14d'] }
]

type Rgb = [number, number, number]

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function mix(from: string, to: string, share: number): string {
  const end = rgb(to)
  const channels = rgb(from).map((channel, index) => Math.round(channel + ((end[index] ?? channel) - channel) * share))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the color at `position` (0 to 1) along the palette, from the darkest. */
export function along(palette: Palette, position: number): string {
  const place = Math.min(Math.max(position, 0), 0.9999) * (palette.colors.length - 1)
  const index = Math.floor(place)
  return mix(cycle(palette.colors, index), cycle(palette.colors, index + 1), place - index)
}

export function isDark(color: string): boolean {
  const [red, green, blue] = rgb(color)
  return red * 0.3 + green * 0.59 + blue * 0.11 < 110
}
