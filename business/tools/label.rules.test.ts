import { expect, test } from 'vitest'
import { BARCODE_TEXTS } from './barcode.rules.ts'
import { codeValue, LABEL_TEXTS, type Label, labelProblems, linesOf, newLabel, symbologiesFor, webAddress } from './label.rules.ts'

const label = (typed: Partial<Label>): Label => ({ ...newLabel('https://easel.test'), ...typed })

test.each([
  ['a website', { content_type: 'url' }, { website: 'Website is required for URL QR.' }],
  ['a valid website address', { content_type: 'url', website: 'not an address' }, { website: 'Enter a valid URL (e.g., example.com)' }],
  ['a title, code, or notes', { content_type: 'text' }, { content: 'Enter at least one of Title, Code, or Notes.' }],
  ['more than spaces', { content_type: 'text', notes: ' \n ' }, { content: 'Enter at least one of Title, Code, or Notes.' }],
  ['visible content', { content_type: 'text', notes: '\u200b' }, { content: 'Please enter valid content for the selected QR type.' }],
  ['an asset ID', { content_type: 'asset' }, { asset_id: 'Asset ID is required.' }],
  ['a base URL', { content_type: 'asset', asset_id: '7', base_url: ' ' }, { base_url: 'Base URL is required.' }],
  ['an http or https base URL', { content_type: 'asset', asset_id: '7', base_url: 'ftp://x.org' }, { base_url: LABEL_TEXTS.url }]
] as const)('a label needs %s', (_, typed, problems) => {
  expect(labelProblems(label(typed))).toEqual(problems)
})

test.each([
  ['example.com', 'https://example.com'],
  ['  easel.test/a?b=c#d ', 'https://easel.test/a?b=c#d'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://EXAMPLE.COM/Path', 'HTTPS://EXAMPLE.COM/Path'],
  ['münchen.de', 'https://münchen.de'],
  ['example.com:8080', 'https://example.com:8080'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1', 'http://127.0.0.1'],
  ['localhost', undefined],
  ['127.0.0.1', undefined],
  ['example', undefined],
  ['example.', undefined],
  ['javascript:alert(1)', undefined],
  ['ftp://example.com', undefined],
  ['https://', undefined],
  ['https://user:secret@example.com', undefined],
  ['exam ple.com', undefined],
  ['https://example.com\\@evil.test', undefined],
  ['mailto:a@example.com', undefined]
])('the address %j is %j', (typed, address) => {
  expect(webAddress(typed)).toBe(address)
})

test.each([
  ['phone', ['', '5551234', '+1 (415) 555-0100'], ['555123', '555-CALL', '555.123.4567'], 'Enter a valid phone number'],
  ['zip', ['', '94105', '94105-1234'], ['9410', '941055', '94105-12', 'ABCDE'], 'Enter a valid ZIP (e.g., 94105)'],
  ['state', ['', 'CA', 'ca', 'California'], ['C', 'CAL', 'C1', '12'], 'Use 2-letter state code (e.g., CA)'],
  ['margin', ['0', '1', '2.5', '50'], ['', '-1', '51', 'wide', '1e1', 'Infinity'], 'Enter a margin from 0 to 50.']
] as const)('%s is checked for every content type', (field, right, wrong, problem) => {
  for (const value of right) expect(labelProblems(label({ website: 'a.test', [field]: value }))).toEqual({})
  for (const value of wrong) expect(labelProblems(label({ website: 'a.test', [field]: value }))).toEqual({ [field]: problem })
})

test('a QR code contains the title, code, and notes on separate lines, without empty lines', () => {
  const typed = { content_type: 'text', label_title: ' Box 7 ', notes: 'Fragile\nThis side up' } as const
  expect(codeValue(label(typed))).toBe('Box 7\nFragile\nThis side up')
  expect(codeValue(label({ ...typed, code: 'B-7' }))).toBe('Box 7\nB-7\nFragile\nThis side up')
})

test('an asset code contains the base URL and /asset/{id}', () => {
  const typed = { content_type: 'asset', asset_id: ' a/b ' } as const
  expect(codeValue(label({ ...typed, base_url: 'easel.test/shop//' }))).toBe('https://easel.test/shop/asset/a%2Fb')
})

test('barcodes contain only the code, and article numbers require the type text', () => {
  expect(codeValue(label({ content_type: 'text', symbology: 'code128', label_title: 'Box', code: 'B-7' }))).toBe('B-7')
  expect(labelProblems(label({ content_type: 'text', symbology: 'code128', label_title: 'Box' }))).toEqual({
    code: LABEL_TEXTS.barcode_code
  })
  expect(symbologiesFor('text')).toContain('ean13')
  expect(symbologiesFor('url')).toEqual(['qr', 'datamatrix', 'code128'])
})

test.each([
  ['ean13', '590123412345', '5901234123457'],
  ['ean13', '5901234123457', '5901234123457'],
  ['ean13', '590-1234 12345-7', '5901234123457'],
  ['ean8', '9638507', '96385074'],
  ['upca', '03600029145', '036000291452'],
  ['upca', '00000000000', '000000000000']
] as const)('%s of %s is %s', (symbology, code, value) => {
  const typed = label({ content_type: 'text', symbology, code })
  expect(labelProblems(typed)).toEqual({})
  expect(codeValue(typed)).toBe(value)
})

test.each([
  ['ean13', '5901234123450', 'The last digit of this EAN-13 should be 7.'],
  ['ean13', '59012341234', 'EAN-13 has 13 digits, or 12 without the check digit.'],
  ['ean8', '963850741', 'EAN-8 has 8 digits, or 7 without the check digit.'],
  ['upca', '03600029145X', 'UPC-A has 12 digits, or 11 without the check digit.'],
  ['code128', 'Größe', BARCODE_TEXTS.ascii],
  ['code128', 'a\tb', BARCODE_TEXTS.ascii],
  ['code128', 'a'.repeat(81), 'Code 128 supports at most 80 characters. Use a QR code for longer text.']
] as const)('%s refuses %j under its field', (symbology, code, problem) => {
  expect(labelProblems(label({ content_type: 'text', symbology, code }))).toEqual({ code: problem })
})

test('an address that Code 128 cannot encode has its error on the website field', () => {
  expect(labelProblems(label({ symbology: 'code128', website: 'münchen.de' }))).toEqual({ website: BARCODE_TEXTS.ascii })
})

const details = { company_name: 'Ada & Co', contact_name: 'Ada', phone: '555 0100', street: '1 Main St', city: 'Oakland', zip: '94601' }

test('the label shows the filled-in and selected fields in order', () => {
  const typed = label({ content_type: 'text', label_title: 'Box', code: 'B-7', notes: 'Fragile', state: 'CA', ...details })
  const texts = (one: Label) => linesOf(one).map(({ text }) => text)
  expect(texts(typed)).toEqual(['Box', 'B-7', 'Fragile', 'Ada & Co', 'Ada', '555 0100', '1 Main St', 'Oakland, CA 94601'])
  expect(texts({ ...typed, shown: { ...typed.shown, phone: false, city: false, code: false } })).not.toContain('555 0100')
  expect(texts({ ...typed, shown: { ...typed.shown, city: false } })).toContain('CA 94601')
})

test('the value of a barcode is printed below it once', () => {
  const typed = label({ content_type: 'text', symbology: 'ean8', code: '9638507' })
  expect(linesOf(typed)).toEqual([{ text: '96385074', style: 'plain' }])
  expect(linesOf(label({ symbology: 'code128', website: 'a.test' }))).toEqual([{ text: 'https://a.test', style: 'plain' }])
})
