import { code128Problem, isLinear, isNumberCode, numberProblem, SYMBOLOGIES, type Symbology, withCheckDigit } from './barcode.rules.ts'
import type { FormatKey } from './format.rules.ts'

export const CONTENT_TYPES = ['url', 'text', 'asset'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]
/** The widths of a label, in pixels. */
export const LABEL_SIZES = [256, 512, 768, 1024] as const
export const ERROR_LEVELS = ['L', 'M', 'Q', 'H'] as const
export type ErrorLevel = (typeof ERROR_LEVELS)[number]
/** In modules, the smallest squares of a code. */
const MARGIN_MAX = 50
/** Pixels per inch in print. */
export const LABEL_DPI = 150
export const PRINT_AFTER_MS = 350

/** Fields with a toggle that shows them on the label. */
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

/** The values of the form, as typed. */
export type Label = Record<LabelField, string> & {
  content_type: ContentType
  symbology: Symbology
  /** `free` is as wide as `size`, and as high as its content. */
  format: FormatKey | 'free'
  size: number
  level: ErrorLevel
  shown: Readonly<Record<Showable, boolean>>
}

/** Errors by field; `content` concerns several fields. */
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
  margin: `Enter a margin from 0 to ${MARGIN_MAX}.`,
  barcode_code: 'Enter a code for the barcode.',
  failed: 'QR generation failed. Please check the inputs.',
  too_much: 'The content is too long for one code. Shorten it or choose a lower error correction level.',
  too_small: 'The content is too long for a code of this size. Choose a larger size or shorten the content.',
  texts_too_long: 'The texts do not fit a label of this size. Shorten or hide some of them.'
} as const

const emptyFields = (base_url: string): Record<LabelField, string> => ({
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

const SHOWN_BY_DEFAULT: Readonly<Record<Showable, boolean>> = {
  website: true,
  label_title: true,
  code: true,
  notes: true,
  asset_id: false,
  company_name: true,
  contact_name: true,
  phone: true,
  street: true,
  city: true,
  state: true,
  zip: true
}

/** Returns the initial form. The asset ID means little to people, so it is not shown by default. */
export function newLabel(base_url: string): Label {
  return { ...emptyFields(base_url), content_type: 'url', symbology: 'qr', format: 'free', size: 256, level: 'M', shown: SHOWN_BY_DEFAULT }
}

/** Returns the symbologies for a content type. Article numbers require the type text. */
export const symbologiesFor = (type: ContentType): readonly Symbology[] =>
  type === 'text' ? SYMBOLOGIES : SYMBOLOGIES.filter((one) => !isNumberCode(one))

type Content = {
  /** The field that shows errors about the encoded value. */
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

/** Returns the value to encode. Requires a label without problems. */
export const codeValue = (label: Label): string => CONTENTS[label.content_type].value(label)

/** Validates a label and returns its errors by field. Ignores fields its content type does not use. */
export function labelProblems(label: Label): LabelProblems {
  const { carrier, problems } = CONTENTS[label.content_type]
  const found = defined({ ...problems(label), ...detailProblems(label) })
  if (Object.keys(found).length > 0) return found
  const value = codeValue(label)
  if (!/[^\s\p{Cc}\p{Cf}]/u.test(value)) return { content: LABEL_TEXTS.empty }
  return label.symbology === 'code128' ? defined({ [carrier]: code128Problem(value) }) : {}
}

const defined = (problems: { [field: string]: string | undefined }): LabelProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))

const detailProblems = ({ phone, zip, state, margin }: Label) => ({
  phone: /^([\d()+\- ]{7,})?$/.test(phone.trim()) ? undefined : LABEL_TEXTS.phone,
  zip: /^(\d{5}(-\d{4})?)?$/.test(zip.trim()) ? undefined : LABEL_TEXTS.zip,
  state: /^([a-z]{2}|.{4,})?$/iu.test(state.trim()) ? undefined : LABEL_TEXTS.state,
  margin: /^\d+(\.\d+)?$/.test(margin.trim()) && Number(margin) <= MARGIN_MAX ? undefined : LABEL_TEXTS.margin
})

const addressProblem = (typed: string, missing: string): string | undefined => {
  if (typed.trim() === '') return missing
  return webAddress(typed) === undefined ? LABEL_TEXTS.url : undefined
}

/** Returns an http(s) address, adding https:// to a bare domain, or undefined if it is neither. */
export function webAddress(typed: string): string | undefined {
  const bare = typed.trim()
  const hasScheme = /^https?:\/\//i.test(bare)
  const address = hasScheme ? bare : `https://${bare}`
  if (/[\s\p{Cc}\\]/u.test(bare) || !URL.canParse(address)) return undefined
  const { hostname, username, password } = new URL(address)
  const isDomain = /^([^.]+\.)+(?=[^.]*[^\d.])[^.]{2,}$/.test(hostname)
  return username === '' && password === '' && (isDomain || (hasScheme && isHost(hostname))) ? address : undefined
}

/** Hosts without a domain name, which require a scheme. */
const isHost = (host: string): boolean => host === 'localhost' || host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)

/** A barcode encodes only the code. A matrix code encodes title, code, and notes, each on a line. */
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

export type LabelLine = { text: string; style: 'title' | 'strong' | 'plain' }

/** Returns the lines below the code: a barcode's value, then the filled-in fields that are set to show. */
export function linesOf(label: Label): LabelLine[] {
  const at = (field: Showable) => (label.shown[field] ? label[field].trim() : '')
  const used = CONTENTS[label.content_type].carrier
  const linear = isLinear(label.symbology)
  const town = [at('city'), [at('state'), at('zip')].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines: [string, LabelLine['style']][] = [
    [linear ? codeValue(label) : '', 'plain'],
    [at('label_title'), 'title'],
    [linear && used === 'code' ? '' : at('code'), 'strong'],
    [at('notes'), 'plain'],
    [label.content_type === 'url' && !linear ? at('website') : '', 'plain'],
    [label.content_type === 'asset' ? at('asset_id') : '', 'plain'],
    [at('company_name'), 'strong'],
    ...[at('contact_name'), at('phone'), at('street'), town].map((text): [string, 'plain'] => [text, 'plain'])
  ]
  return lines.filter(([text]) => text !== '').map(([text, style]) => ({ text, style }))
}

/** Returns a file name without extension, based on the label's content. */
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
