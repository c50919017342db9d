import { SYNONYMS } from './synonyms.ts'

export const MAX_TAGS = 12
const LONGEST_TITLE = 160
const NOISE = new Set([
  'a',
  'an',
  'and',
  'the',
  'of',
  'with',
  'in',
  'on',
  'at',
  'to',
  'for',
  'icon',
  'fill',
  'filled',
  'duotone',
  'alt',
  'outline',
  'outlined',
  'rounded',
  'sharp',
  'solid',
  'regular',
  'bold',
  'light',
  'thin',
  'baseline',
  'line',
  '24px',
  '16',
  '20',
  '24',
  '28',
  '32',
  '48'
])

/** Icon names start with the family; people put it last ('chart-bar': bar chart) or omit it ('device-laptop'). */
const FAMILIES = new Map(
  Object.entries({
    ...{
      arrow: 'arrow',
      arrows: 'arrows',
      caret: 'caret',
      chart: 'chart',
      cloud: 'cloud',
      file: 'file',
      folder: 'folder',
      calendar: 'calendar'
    },
    ...{
      shield: 'shield',
      globe: 'globe',
      map: 'map',
      user: 'user',
      text: 'text',
      tree: 'tree',
      battery: 'battery',
      thermometer: 'thermometer'
    },
    ...{ hourglass: 'hourglass', mood: 'face', smiley: 'face', brand: '', device: '', building: '', barrier: '', currency: '', letter: '' }
  })
)

/** Removes the size and the default style that some sets add: 'home-24-regular', 'home-24-filled', 'baseline-home'. */
const withoutVariant = (name: string): string =>
  name
    .replace(/^baseline-/, '')
    .replace(/-(?:10|12|16|20|24|28|32|48)-(?:regular|(filled|light|color))$/, (_, style?: string) => (style ? `-${style}` : ''))

export function titleOf(name: string): string {
  const words = withoutVariant(name)
    .split(/[-_\s]+/)
    .filter(Boolean)
  const [head = '', ...rest] = words
  const family = FAMILIES.get(head)
  const ordered = family !== undefined && rest.length === 1 ? [...rest, family] : words
  const text = ordered.join(' ').trim() || name
  return sentence(text).slice(0, LONGEST_TITLE)
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns tags: words of the name first, then synonyms, other names and general terms, up to the maximum. */
export function tagsOf(
  name: string,
  { others = [], general = [] }: { others?: readonly string[]; general?: readonly string[] } = {}
): string[] {
  const own = meaningful(name)
  const synonyms = own.flatMap((word) => SYNONYMS.get(word) ?? [])
  const tags = [...own, ...synonyms, ...others.flatMap(meaningful), ...general.flatMap((text) => text.split(/[&/,]/))]
  const clean = tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag.length > 1 && tag.length <= 40)
  return [...new Set(clean)].slice(0, MAX_TAGS)
}

function meaningful(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[-_\s]+/)
    .filter((word) => word.length > 1 && !NOISE.has(word))
}
