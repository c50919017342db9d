/** The length of a client's own name for a project. */
export const PROJECT_MAX = 120

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

/** Reads what the form of a hand-over sends. A width that is no number stays one that is refused. */
export const typedHandOver = ({ format, width }: { format: string; width: string }) => ({
  format: HAND_OVER_FORMATS.find((one) => one === format) ?? ('original' as const),
  width: width.trim() === '' ? null : Number(width)
})

export const HAND_OVER_SOURCES = ['collection', 'order'] as const
/** What a hand-over's licenses were chosen by. */
export type HandOverSource = (typeof HAND_OVER_SOURCES)[number]
export const sourceAddress = (source: HandOverSource, id: string): string => `/${source === 'order' ? 'orders' : 'collections'}/${id}`

/** More licenses, or larger files, than a person should wait for in front of a page: a job prepares the ZIP, and a mail says when it is ready. */
export const LARGE_LICENSES = 200
export const LARGE_BYTES = 500_000_000
export const isLarge = ({ licenses, bytes }: { licenses: number; bytes: number }): boolean =>
  licenses > LARGE_LICENSES || bytes > LARGE_BYTES

/** The page of a ZIP that is being prepared, or is ready. */
export const handOverAddress = (id: string): string => `/hand-overs/${id}`

/** How long a prepared ZIP stays. */
export const HAND_OVER_DAYS = 3
/** One that made no progress for this time may be asked for again. */
export const HAND_OVER_RETRY_MINUTES = 60
/** ZIPs that one person may have prepared in a day. */
export const PREPARED_PER_DAY = 10
/** Bytes of ZIPs that one person may have prepared in a day. A single larger one takes the whole day. */
export const PREPARED_BYTES_PER_DAY = 50 * 1024 ** 3
/** How long preparing one may take. */
export const PREPARE_HOURS = 12

export const HAND_OVER_STATES = ['preparing', 'ready', 'closed', 'failed', 'ended'] as const
export type PreparedState = (typeof HAND_OVER_STATES)[number]

type Moments = { asked_at: Date; made_at: Date | null; ends_at: Date | null; alive_at?: Date | null; failed_at?: Date | null }

/** One that failed for good, or makes no progress, has failed, until someone asks for it again. */
export function preparedState({ asked_at, made_at, ends_at, alive_at, failed_at }: Moments, now: Date): Exclude<PreparedState, 'closed'> {
  if (made_at && ends_at) return ends_at > now ? 'ready' : 'ended'
  if (failed_at) return 'failed'
  return now.getTime() - (alive_at ?? asked_at).getTime() < HAND_OVER_RETRY_MINUTES * 60_000 ? 'preparing' : 'failed'
}

/** Hand-overs that one person may have open at the same time. */
export const OPEN_HAND_OVERS = 2
/** Hand-overs of one person in an hour. Each draws and signs a certificate for every license. */
export const HAND_OVERS_PER_HOUR = 30
/** Licenses in one person's hand-overs in an hour. */
export const HANDED_OVER_PER_HOUR = 3000
/** The longest part of a file name that a title makes, in bytes of UTF-8. With its number and format, it stays below every system's limit. */
const STEM_BYTES = 150

/** Names of devices: Windows accepts no file with one of them before the first dot. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i

/** Returns the part of a file name that a title makes. Windows, macOS, and Linux all accept it. */
export function stemOf(title: string): string {
  const stem = plainStem(title)
  return RESERVED.test(stem) ? `_${stem}` : stem
}

/** For a name that begins with something else. */
function plainStem(title: string): string {
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
  `${padded(number, count)} ${plainStem(title)}.${format}`

export const certificateName = (number: number, count: number, certificate_number: string): string =>
  `certificates/${padded(number, count)} certificate ${certificate_number}.pdf`

const padded = (number: number, count: number): string => String(number).padStart(Math.max(3, String(count).length), '0')
