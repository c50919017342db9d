/** What the checks of a file can find, in the order in which findings are listed. A finding never blocks by itself. */
export const FINDING_CODES = [
  'watermark_text',
  'trademark',
  'declared_origin',
  'upscaled',
  'raster_inside',
  'live_text',
  'outside_artboard',
  'open_paths',
  'too_many_nodes',
  'content_unchecked',
  'origin_missing'
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

export const SEVERITIES = ['warning', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

export const SEVERITY_OF: Readonly<Record<FindingCode, Severity>> = {
  watermark_text: 'warning',
  trademark: 'warning',
  declared_origin: 'warning',
  upscaled: 'warning',
  raster_inside: 'warning',
  live_text: 'warning',
  outside_artboard: 'warning',
  open_paths: 'info',
  too_many_nodes: 'info',
  content_unchecked: 'info',
  origin_missing: 'info'
}

/** Names for people, as a heading of the message. */
export const FINDING_LABELS: Readonly<Record<FindingCode, string>> = {
  watermark_text: 'Watermark',
  trademark: 'Trademark',
  declared_origin: 'Other origin declared',
  upscaled: 'Enlarged picture',
  raster_inside: 'Pixels in a vector',
  live_text: 'Live text',
  outside_artboard: 'Outside the artboard',
  open_paths: 'Open or stray paths',
  too_many_nodes: 'Too many points',
  content_unchecked: 'Not checked inside',
  origin_missing: 'Origin not stated'
}

/** Whether every check of an asset's files was made. A check can fail or take too long. */
export const CHECKED = ['whole', 'partly'] as const
export type CheckedAs = (typeof CHECKED)[number]
export const PARTLY_CHECKED = 'Not everything could be checked.'

/** A vector with more points than this is slow to edit. */
export const NODES_MAX = 5000

/** Where in the picture: fractions of its width and height, from the top left corner. */
export type Place = { x: number; y: number; width: number; height: number }

/** Returns where a place or a point lies, for those who do not see it: 'top left', 'middle', or 'whole picture'. */
export function placeWords({ x, y, width = 0, height = 0 }: Pick<Place, 'x' | 'y'> & Partial<Place>): string {
  if (width > 0.8 && height > 0.8) return 'whole picture'
  const third = (from: number, length: number, words: readonly [string, string, string]) =>
    words[Math.min(2, Math.floor((from + length / 2) * 3))] ?? words[1]
  const down = third(y, height, ['top', '', 'bottom'])
  const across = third(x, width, ['left', '', 'right'])
  return [down, across].filter(Boolean).join(' ') || 'middle'
}

/** What the check of a file found. `detail` is a number or a few words of the picture for the message. */
export type Fault = { code: FindingCode; detail?: string | number | undefined; place?: Place | undefined }

const many = (count: number, one: string, more: string): string => (count === 1 ? one : `${count.toLocaleString('en-US')} ${more}`)

const MESSAGES_OF: Readonly<Record<FindingCode, (detail: string | number) => string>> = {
  watermark_text: (words) => `The picture shows “${words}”, a word that is common in watermarks and samples.`,
  trademark: (where) => `${where} is on the list of trademarks.`,
  declared_origin: () => 'The Content Credentials in the file say that generative AI made it or a part of it. Its stated origin is human.',
  upscaled: () => 'The picture looks enlarged from a smaller one. It has fewer details than pixels.',
  raster_inside: () => 'A picture made of pixels is embedded in this vector. It blurs when it is enlarged.',
  live_text: (words) => `The text “${words}” is not converted to outlines. It changes where its font is missing.`,
  outside_artboard: () => 'A part of the drawing lies outside the artboard, where nobody sees it.',
  open_paths: (count) =>
    `${many(Number(count), 'One path is', 'paths are')} open or stray. Close or remove ${count === 1 ? 'it' : 'them'}.`,
  too_many_nodes: (count) =>
    `The drawing has ${Number(count).toLocaleString('en-US')} points. More than ${NODES_MAX.toLocaleString('en-US')} make it slow to edit.`,
  content_unchecked: () =>
    'No program here looks inside an EPS: pixels, live text, and paths in it are not checked. Only its picture is, for words.',
  origin_missing: () => 'The artist has not stated whether this work is human-made, AI-assisted, or AI-generated.'
}

/** Returns the sentence that the artist and the reviewer read. */
export const findingMessage = ({ code, detail = '' }: Pick<Fault, 'code' | 'detail'>): string => MESSAGES_OF[code](detail)

export const TRADEMARK_MAX = 80
export const TRADEMARKS_PAGE_SIZE = 50
/** Each word of the list is looked for in every text of an asset that is shown with its findings. */
export const TRADEMARKS_MAX = 5000
export const TRADEMARK_MESSAGES = {
  required: 'Please enter a word or a name.',
  taken: 'This word is on the list already.',
  full: `The list holds at most ${TRADEMARKS_MAX.toLocaleString('en-US')} words. Please remove some first.`
} as const

/** Returns the letters and digits of a text as lower-case words without accents, separated by single spaces. Names are compared in this form. */
export const comparable = (text: string): string =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')

/** `comparable` is the word in the form in which it is compared. */
export type Trademark = { word: string; comparable: string }

/** Returns the trademarks that stand in a text as whole words, in the order of the list. */
export function trademarksIn(text: string, marks: readonly Trademark[]): Trademark[] {
  const words = ` ${comparable(text)} `
  return marks.filter((mark) => words.includes(` ${mark.comparable} `))
}
