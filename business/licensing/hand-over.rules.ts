/** What a hand-over may contain: the uploaded files, or one format of all of them. */
export const HAND_OVER_FORMATS = ['original', 'png', 'jpg', 'webp', 'svg', 'pdf'] as const
export type HandOverFormat = (typeof HAND_OVER_FORMATS)[number]

export const HAND_OVER_FORMAT_NAMES: Record<HandOverFormat, string> = {
  original: 'Original files',
  png: 'PNG',
  jpg: 'JPG',
  webp: 'WEBP',
  svg: 'SVG',
  pdf: 'PDF'
}

/** Hand-overs that one person may have open at the same time. */
export const OPEN_HAND_OVERS = 2
/** Hand-overs of one person in an hour. Each draws and signs a certificate for every license. */
export const HAND_OVERS_PER_HOUR = 30
/** The longest part of a file name that a title makes, in bytes of UTF-8. With its number and format, it stays below every system's limit. */
const STEM_BYTES = 150

/** Returns the part of a file name that a title makes. Windows, macOS, and Linux all accept it. */
export function stemOf(title: string): string {
  const plain = title
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return cut(plain).replace(/[. ]+$/, '') || 'Asset'
}

/** Cuts between characters, never inside one. */
function cut(text: string): string {
  const encoder = new TextEncoder()
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += encoder.encode(character).length
    if (bytes > STEM_BYTES) break
    kept += character
  }
  return kept
}

/** '007 Blue fox.svg': the number keeps the order, makes the name unique, and is never a name that Windows reserves. */
export const numberedName = (number: number, count: number, title: string, format: string): string =>
  `${padded(number, count)} ${stemOf(title)}.${format}`

export const certificateName = (number: number, count: number, certificate_number: string): string =>
  `certificates/${padded(number, count)} certificate ${certificate_number}.pdf`

const padded = (number: number, count: number): string => String(number).padStart(Math.max(3, String(count).length), '0')
