import { expect, test } from 'vitest'
import { FORMAT_KEYS } from './format.rules.ts'
import { type Label, labelProblems, linesOf, newLabel } from './label.rules.ts'
import { withFormat } from './preset.rules.ts'

const label = (typed: Partial<Label> = {}): Label => ({ ...newLabel('https://easel.test'), ...typed })
const formatted = (format: Label['format'], typed: Partial<Label> = {}): Label => {
  const before = label(typed)
  return { ...before, ...withFormat(before, format, 'Ann Fox') }
}
const texts = (made: Label) => linesOf(made).map(({ text }) => text)

test('a shipping label has a barcode, “Ship to”, and the address', () => {
  const made = formatted('shipping')
  expect(made).toMatchObject({ content_type: 'text', symbology: 'code128', label_title: 'Ship to' })
  const filled = { ...made, code: 'TR-1', contact_name: 'Bob', street: '1 Main St', city: 'Oakland', state: 'CA', zip: '94607' }
  expect(labelProblems(filled)).toEqual({})
  expect(texts(filled)).toEqual(['TR-1', 'Ship to', 'Bob', '1 Main St', 'Oakland, CA 94607'])
})

test('a price label shows the product, its number, and the price, but no address', () => {
  const made = formatted('price', { company_name: 'Fox Ltd' })
  expect(made).toMatchObject({ content_type: 'text', symbology: 'code128', company_name: 'Fox Ltd' })
  expect(texts({ ...made, label_title: 'Tea', code: '4711', notes: '$4.99 each' })).toEqual(['4711', 'Tea', '$4.99 each'])
})

test.each(['card', '5371'] as const)('a business card (%s) leads to a website and has the name of the person', (format) => {
  const made = formatted(format)
  expect(made).toMatchObject({ content_type: 'url', symbology: 'qr', contact_name: 'Ann Fox' })
  expect(texts({ ...made, website: 'fox.example' })).toEqual(['fox.example', 'Ann Fox'])
})

test('what was typed stays, and so do the kind of content and the code', () => {
  const typed = { content_type: 'text', symbology: 'datamatrix', code: 'B-7', contact_name: 'Bob', label_title: 'Box' } as const
  for (const format of FORMAT_KEYS) expect(formatted(format, typed)).toMatchObject({ ...typed, format })
  expect(texts(formatted('card', typed))).toContain('B-7')
})

test('a sheet without a usual purpose changes the size alone', () =>
  expect(withFormat(label(), '5160', 'Ann Fox')).toEqual({ format: '5160' }))

test('one format after the other is as if it were the first', () => {
  const parcel = formatted('shipping')
  const card = { ...parcel, ...withFormat(parcel, 'card', 'Ann Fox') }
  expect(card).toMatchObject({ content_type: 'url', symbology: 'qr', label_title: '', contact_name: 'Ann Fox' })
})
