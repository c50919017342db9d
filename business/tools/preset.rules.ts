import type { FormatKey } from './format.rules.ts'
import { type Label, type LabelField, SHOWABLE, type Showable } from './label.rules.ts'

/** What a format is usually for. */
type Preset = Pick<Label, 'content_type' | 'symbology'> & {
  /** The fields that are printed. The others keep their text and are not shown. */
  shows: readonly Showable[]
  /** Texts for fields that are empty; `person` stands for the name of whoever makes the label. */
  fills: Readonly<Partial<Record<LabelField, string>>>
  hints: Readonly<Partial<Record<LabelField, string>>>
  /** Whether it has the company and contact fields, which are then unfolded. */
  has_details: boolean
}

const PERSON = 'person'

const ADDRESS = ['company_name', 'contact_name', 'phone', 'street', 'city', 'state', 'zip'] as const satisfies readonly Showable[]

const CARD: Preset = {
  content_type: 'url',
  symbology: 'qr',
  shows: ['website', 'company_name', 'contact_name', 'phone', 'city', 'state'],
  fills: { contact_name: PERSON },
  hints: { website: 'Where the code on the card leads: your site or portfolio.', contact_name: 'Your name, as it stands on the card.' },
  has_details: true
}

const PRESETS: Partial<Record<FormatKey, Preset>> = {
  shipping: {
    content_type: 'text',
    symbology: 'code128',
    shows: ['label_title', 'code', 'notes', ...ADDRESS],
    fills: { label_title: 'Ship to' },
    hints: {
      code: 'The tracking or order number.',
      notes: 'Such as “Fragile” or “2 of 3”.',
      contact_name: 'Who receives the parcel.'
    },
    has_details: true
  },
  price: {
    content_type: 'text',
    symbology: 'code128',
    shows: ['label_title', 'code', 'notes'],
    fills: {},
    hints: { label_title: 'The product.', code: 'Its article number.', notes: 'The price and the unit, such as $4.99 each.' },
    has_details: false
  },
  card: CARD,
  '5371': CARD
}

export const presetOf = (format: Label['format']): Preset | undefined => (format === 'free' ? undefined : PRESETS[format])

/** The fields of which at least one has to be typed. */
const CONTENT = ['website', 'label_title', 'code', 'notes', 'asset_id'] as const satisfies readonly LabelField[]

/** Whether nobody typed the field: it is empty, or has the text that the format before put there. */
const isEmpty = (label: Label, field: LabelField): boolean =>
  label[field].trim() === '' || label[field] === presetOf(label.format)?.fills[field]

/**
 * Returns the changes for another format: besides the size, what is usual on such a label. What was typed stays. The kind of content and of
 * code change only while no content is typed.
 */
export function withFormat(label: Label, format: Label['format'], person: string): Partial<Label> {
  const preset = presetOf(format)
  if (!preset) return { format }
  const { content_type, symbology, shows, fills } = preset
  const kind = CONTENT.every((field) => isEmpty(label, field)) ? { content_type, symbology } : {}
  const texts: Partial<Record<LabelField, string>> = {}
  for (const field of SHOWABLE) if (isEmpty(label, field)) texts[field] = fills[field] === PERSON ? person : (fills[field] ?? '')
  const isTyped = (field: Showable) => CONTENT.some((one) => one === field) && !isEmpty(label, field) && label.shown[field]
  // Content that someone typed must not vanish from the label.
  const shown = { ...label.shown }
  for (const field of SHOWABLE) shown[field] = shows.includes(field) || isTyped(field)
  return { format, ...kind, ...texts, shown }
}
