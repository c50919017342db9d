/* The image compressor */

export const COMPRESS_TEXTS = {
  wrong_file: 'Please choose a PNG, JPEG, WEBP, GIF, or SVG image.',
  failed: 'Failed to compress image.'
} as const

/** What every picture becomes: each width as each type. Heights follow the picture. */
export const COMPRESS_WIDTHS = [1200, 800, 400] as const
export const COMPRESS_TYPES = ['png', 'webp'] as const
export type CompressType = (typeof COMPRESS_TYPES)[number]
export type CompressTarget = { width: number; type: CompressType }
export const COMPRESS_TARGETS: readonly CompressTarget[] = COMPRESS_WIDTHS.flatMap((width) =>
  COMPRESS_TYPES.map((type) => ({ width, type }))
)

/** Of WebP, 0 to 1; PNG loses nothing and has none. */
export const QUALITY = { usual: 0.75, least: 0.1, most: 1, step: 0.05 } as const

/** Decoded it takes 20 bytes a pixel: more would end the tab on most machines. */
export const PIXELS_MAX = 50_000_000
/** WebP ends here, in pixels. */
const HEIGHT_MAX = 16_383

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg'
/** In pixels, as it is shown: turned upright. */
export type PictureSize = { width: number; height: number }

/** What may stand before a drawing's own element: spaces, declaration, comment, document type. */
const BEFORE_SVG = /\s+|<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy
const SVG_START = /<(?:[\w-]+:)?svg[\s/>]/iy

/** What a file is by its first bytes (some thousand for SVG); its name and type say nothing. */
export function pictureFormatOf(head: Uint8Array): PictureFormat | undefined {
  const start = String.fromCharCode(...head.subarray(0, 12))
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  return startsAsSvg(new TextDecoder().decode(head)) ? 'svg' : undefined
}

function startsAsSvg(text: string): boolean {
  let at = 0
  do {
    SVG_START.lastIndex = at
    if (SVG_START.test(text)) return true
    BEFORE_SVG.lastIndex = at
    at = BEFORE_SVG.test(text) ? BEFORE_SVG.lastIndex : 0
  } while (at > 0)
  return false
}

export const heightAt = (width: number, picture: PictureSize): number => Math.max(1, Math.round((picture.height * width) / picture.width))

/** Drawings have no pixels of their own: they are as sharp at any width. */
export const isEnlarged = (width: number, { width: own, format }: { width: number; format: PictureFormat }): boolean =>
  format !== 'svg' && width > own

/** Why a picture of this size can't be compressed, in words for people. */
export function whyNotCompressed(picture: PictureSize, format: PictureFormat): string | undefined {
  const megapixels = (picture.width * picture.height) / 1e6
  if (format !== 'svg' && megapixels > PIXELS_MAX / 1e6)
    return `This picture has ${Math.ceil(megapixels)} megapixels; ${PIXELS_MAX / 1e6} are the most that fit. Make it smaller first.`
  const tall = heightAt(COMPRESS_WIDTHS[0], picture)
  if (tall > HEIGHT_MAX)
    return `This picture is too tall for its width: ${COMPRESS_WIDTHS[0]} px wide it would be ${tall} px high, and WebP ends at ${HEIGHT_MAX}. Cut it into parts.`
  return undefined
}

/** The file's name without its ending, safe in every file system and taken by no other picture: 'photo', then 'photo-2'. */
export function baseNameOf(fileName: string, taken: readonly string[]): string {
  const plain = fileName
    .replace(/\.[^./\\]*$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
  const base = [...plain].slice(0, 60).join('').trim() || 'picture'
  const used = new Set(taken.map((name) => name.toLowerCase()))
  let name = base
  for (let count = 2; used.has(name.toLowerCase()); count++) name = `${base}-${count}`
  return name
}

export const madeName = (base: string, { width, type }: CompressTarget): string => `${base}-${width}.${type}`

/** '96% smaller', beside the file that was chosen. */
export function savingOf(before: number, after: number): string {
  const times = after / before
  const percent = Math.round((times - 1) * 100)
  if (percent === 0) return 'same size'
  if (times >= 2) return `${Math.round(times)} times as large`
  return percent < 0 ? `${-percent}% smaller` : `${percent}% larger`
}

/* QR and barcode labels */

export const CONTENT_TYPES = ['url', 'text', 'asset'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]
export const SYMBOLOGIES = ['qr', 'datamatrix', 'code128', 'ean13', 'ean8', 'upca'] as const
export type Symbology = (typeof SYMBOLOGIES)[number]
/** Pixels: how wide a label's picture is. */
export const LABEL_SIZES = [256, 512, 768, 1024] as const
export const ERROR_LEVELS = ['L', 'M', 'Q', 'H'] as const
export type ErrorLevel = (typeof ERROR_LEVELS)[number]
/** Modules, the code's smallest squares. */
const MARGIN_MOST = 50
/** A label of so many pixels is printed an inch wide. */
export const LABEL_DPI = 150
const CODE128_MOST = 80
export const PRINT_AFTER_MS = 350
export const SENT_SHOWN_MS = 1000
export const RECIPIENTS_MOST = 5
export const RECIPIENTS_A_DAY = 20
export const ATTACHMENT_MOST_BYTES = 1024 * 1024
export const SUBJECT_MOST = 150
export const MESSAGE_MOST = 1000

/** Fields that can stand on a label, each with a toggle of its own. */
export const SHOWABLE = [
  'website',
  'label_title',
  'code',
  'notes',
  'asset_id',
  'company_name',
  'contact_name',
  'phone',
  'street',
  'city',
  'state',
  'zip'
] as const
export type Showable = (typeof SHOWABLE)[number]
export type LabelField = Showable | 'base_url' | 'margin'

/** What is typed and chosen; texts as they stand in their fields. */
export type Label = Record<LabelField, string> & {
  content_type: ContentType
  symbology: Symbology
  size: number
  level: ErrorLevel
  shown: Record<Showable, boolean>
}

/** `content` is about the fields together. */
export type LabelProblems = Partial<Record<LabelField | 'content', string>>

export const LABEL_TEXTS = {
  website_required: 'Website is required for URL QR.',
  url: 'Enter a valid URL (e.g., example.com)',
  text_required: 'Enter at least one of Title, Code, or Notes.',
  asset_required: 'Asset ID is required.',
  base_required: 'Base URL is required.',
  phone: 'Enter a valid phone number',
  zip: 'Enter a valid ZIP (e.g., 94105)',
  state: 'Use 2-letter state code (e.g., CA)',
  empty: 'Please enter valid content for the selected QR type.',
  margin: `Enter a margin from 0 to ${MARGIN_MOST}.`,
  barcode_code: 'A barcode holds the code: enter one.',
  ascii: 'Code 128 holds letters, digits and signs without accents. Use a QR code for others.',
  too_long_128: `Code 128 holds at most ${CODE128_MOST} characters. Use a QR code for more.`,
  failed: 'QR generation failed. Please check the inputs.',
  too_much: 'This is too much for one code. Shorten it or choose a lower error correction.',
  too_small: 'This is too much for a code of this size. Choose a larger size or shorten it.',
  recipients_required: 'Please enter at least one recipient email.',
  recipients_most: `At most ${RECIPIENTS_MOST} recipients.`,
  sent: 'Email sent!',
  send_failed: 'Failed to send email'
} as const

export const emailFailed = (status: number): string => `Email failed (${status})`

const nothingTyped = (base_url: string): Record<LabelField, string> => ({
  website: '',
  label_title: '',
  code: '',
  notes: '',
  asset_id: '',
  base_url,
  company_name: '',
  contact_name: '',
  phone: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  margin: '1'
})

/** A form that nobody has touched. An asset's id says little to people: it is shown only on demand. */
export function newLabel(base_url: string): Label {
  const shown = Object.fromEntries(SHOWABLE.map((field) => [field, field !== 'asset_id'])) as Record<Showable, boolean>
  return { ...nothingTyped(base_url), content_type: 'url', symbology: 'qr', size: 256, level: 'M', shown }
}

type NumberCode = 'ean13' | 'ean8' | 'upca'
/** How many digits each has, the check digit at the end among them. */
const NUMBER_CODES: Record<NumberCode, { name: string; digits: number }> = {
  ean13: { name: 'EAN-13', digits: 13 },
  ean8: { name: 'EAN-8', digits: 8 },
  upca: { name: 'UPC-A', digits: 12 }
}

const isNumberCode = (symbology: Symbology): symbology is NumberCode => symbology in NUMBER_CODES
/** Bars in a row, which hold one line; the others hold any text. */
export const isLinear = (symbology: Symbology): boolean => symbology === 'code128' || isNumberCode(symbology)

/** Article numbers are typed as text; an address never is one. */
export const symbologiesFor = (type: ContentType): readonly Symbology[] =>
  type === 'text' ? SYMBOLOGIES : SYMBOLOGIES.filter((one) => !isNumberCode(one))

type Content = {
  /** The field that an error of what the code can hold belongs to. */
  carrier: LabelField
  problems(label: Label): { [field in LabelField | 'content']?: string | undefined }
  value(label: Label): string
}

const CONTENTS: Record<ContentType, Content> = {
  url: {
    carrier: 'website',
    problems: ({ website }) => ({ website: addressProblem(website, LABEL_TEXTS.website_required) }),
    value: ({ website }) => webAddress(website) ?? ''
  },
  text: { carrier: 'code', problems: textProblems, value: textValue },
  asset: {
    carrier: 'asset_id',
    problems: ({ asset_id, base_url }) => ({
      asset_id: asset_id.trim() === '' ? LABEL_TEXTS.asset_required : undefined,
      base_url: addressProblem(base_url, LABEL_TEXTS.base_required)
    }),
    value: ({ asset_id, base_url }) => `${webAddress(base_url)?.replace(/\/+$/, '')}/asset/${encodeURIComponent(asset_id.trim())}`
  }
}

/** What the code of a label without problems holds. */
export const codeValue = (label: Label): string => CONTENTS[label.content_type].value(label)

/** What is wrong with a label, by field; nothing about fields that its content type does not use. */
export function labelProblems(label: Label): LabelProblems {
  const { carrier, problems } = CONTENTS[label.content_type]
  const typed = without({ ...problems(label), ...detailProblems(label) })
  if (Object.keys(typed).length > 0) return typed
  const value = codeValue(label)
  if (!/[^\s\p{Cc}\p{Cf}]/u.test(value)) return { content: LABEL_TEXTS.empty }
  return label.symbology === 'code128' ? without({ [carrier]: code128Problem(value) }) : {}
}

const without = (problems: { [field: string]: string | undefined }): LabelProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))

const detailProblems = ({ phone, zip, state, margin }: Label) => ({
  phone: /^([\d()+\- ]{7,})?$/.test(phone.trim()) ? undefined : LABEL_TEXTS.phone,
  zip: /^(\d{5}(-\d{4})?)?$/.test(zip.trim()) ? undefined : LABEL_TEXTS.zip,
  state: /^([a-z]{2}|.{4,})?$/iu.test(state.trim()) ? undefined : LABEL_TEXTS.state,
  margin: /^\d+(\.\d+)?$/.test(margin.trim()) && Number(margin) <= MARGIN_MOST ? undefined : LABEL_TEXTS.margin
})

const addressProblem = (typed: string, missing: string): string | undefined => {
  if (typed.trim() === '') return missing
  return webAddress(typed) === undefined ? LABEL_TEXTS.url : undefined
}

/** An http(s) address as typed, or a bare domain with https:// before it; nothing if it is neither. */
export function webAddress(typed: string): string | undefined {
  const bare = typed.trim()
  const hasScheme = /^https?:\/\//i.test(bare)
  const address = hasScheme ? bare : `https://${bare}`
  if (/[\s\p{Cc}\\]/u.test(bare) || !URL.canParse(address)) return undefined
  const { hostname, username, password } = new URL(address)
  const isDomain = /^([^.]+\.)+(?=[^.]*[^\d.])[^.]{2,}$/.test(hostname)
  return username === '' && password === '' && (isDomain || (hasScheme && isMachine(hostname))) ? address : undefined
}

/** Addresses without a domain name, which one has to write whole. */
const isMachine = (host: string): boolean => host === 'localhost' || host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)

/** A barcode holds the code alone; what holds any text holds all three, a line each. */
function textValue({ symbology, label_title, code, notes }: Label): string {
  if (isNumberCode(symbology)) return withCheckDigit(symbology, code)
  const lines = symbology === 'code128' ? [code] : [label_title, code, notes]
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

function textProblems({ symbology, label_title, code, notes }: Label): ReturnType<Content['problems']> {
  if (`${label_title}${code}${notes}`.trim() === '') return { content: LABEL_TEXTS.text_required }
  if (isLinear(symbology) && code.trim() === '') return { code: LABEL_TEXTS.barcode_code }
  return isNumberCode(symbology) ? { code: numberProblem(symbology, code) } : {}
}

function code128Problem(value: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(value)) return LABEL_TEXTS.ascii
  return value.length > CODE128_MOST ? LABEL_TEXTS.too_long_128 : undefined
}

const digitsOf = (code: string): string => code.replace(/[\s-]/g, '')

function numberProblem(symbology: NumberCode, code: string): string | undefined {
  const { name, digits } = NUMBER_CODES[symbology]
  const typed = digitsOf(code)
  if (!/^\d+$/.test(typed) || typed.length < digits - 1 || typed.length > digits)
    return `${name} is ${digits} digits, or ${digits - 1} without the check digit.`
  const right = withCheckDigit(symbology, typed.slice(0, digits - 1))
  return typed.length === digits && typed !== right ? `The last digit of this ${name} should be ${right.at(-1)}.` : undefined
}

/** Weights 3 and 1 from the right, up to the next ten. */
function withCheckDigit(symbology: NumberCode, code: string): string {
  const digits = digitsOf(code)
  if (digits.length !== NUMBER_CODES[symbology].digits - 1) return digits
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

export type LabelLine = { text: string; look: 'title' | 'strong' | 'plain' }

/** What stands below the code: what is filled in and chosen to be shown. A barcode's own text comes first, for people to type. */
export function linesOf(label: Label): LabelLine[] {
  const at = (field: Showable) => (label.shown[field] ? label[field].trim() : '')
  const used = CONTENTS[label.content_type].carrier
  const linear = isLinear(label.symbology)
  const town = [at('city'), [at('state'), at('zip')].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines: [string, LabelLine['look']][] = [
    [linear ? codeValue(label) : '', 'plain'],
    [at('label_title'), 'title'],
    [linear && used === 'code' ? '' : at('code'), 'strong'],
    [at('notes'), 'plain'],
    [label.content_type === 'url' && !linear ? at('website') : '', 'plain'],
    [label.content_type === 'asset' ? at('asset_id') : '', 'plain'],
    [at('company_name'), 'strong'],
    ...[at('contact_name'), at('phone'), at('street'), town].map((text): [string, 'plain'] => [text, 'plain'])
  ]
  return lines.filter(([text]) => text !== '').map(([text, look]) => ({ text, look }))
}

/** A name for a label's files, without an ending: by what it is about. */
export function labelName({ content_type, label_title, code, website }: Label): string {
  const about = label_title.trim() || (content_type === 'url' ? (webAddress(website)?.replace(/^https?:\/\//i, '') ?? '') : code)
  const plain = about
    .normalize('NFKD')
    .replace(/[^a-z0-9-]+/gi, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .toLowerCase()
  return plain || 'label'
}

/** The addresses of a list with commas, as typed. */
export const recipientsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

export function recipientsProblem(typed: string): string | undefined {
  const count = recipientsOf(typed).length
  if (count === 0) return LABEL_TEXTS.recipients_required
  return count > RECIPIENTS_MOST ? LABEL_TEXTS.recipients_most : undefined
}
